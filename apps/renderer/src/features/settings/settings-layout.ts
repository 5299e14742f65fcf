import { Layout } from '../../rendering/index.ts';
import type { LayoutLoader } from '../../rendering/index.ts';
import { CurrentAccess } from '../accounts/index.ts';
import type { Access } from '../accounts/index.ts';
import type { SettingsLayoutProps } from './settings.dto.ts';

/** The frame around what is set: the way from one part of it to another. */
@Layout<typeof import('./views/settings.layout.tsx')>('settings/settings.layout')
export class SettingsLayout implements LayoutLoader<SettingsLayoutProps> {
  load(@CurrentAccess() access: Access): SettingsLayoutProps {
    return {
      sections: [
        'projects',
        ...(access.can('instance.people') ? (['people'] as const) : []),
        ...(access.can('instance.invitations') ? (['invitations'] as const) : []),
        ...(access.can('instance.operate') ? (['operation'] as const) : []),
      ],
    };
  }
}
