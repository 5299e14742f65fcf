import type { PropsOf } from '#shared';
import { Layout } from '../../../../src/rendering/index.ts';
import type { LayoutLoader } from '../../../../src/rendering/index.ts';

@Layout<PropsOf<PatientLayout['load']>>('tour/patient.layout')
export class PatientLayout implements LayoutLoader<object> {
  load(): object {
    return {};
  }
}
