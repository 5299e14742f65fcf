import { Layout } from '../../../../src/rendering/index.ts';
import type { LayoutLoader } from '../../../../src/rendering/index.ts';

@Layout<typeof import('./views/patient.layout.tsx')>('tour/patient.layout')
export class PatientLayout implements LayoutLoader<object> {
  load(): object {
    return {};
  }
}
