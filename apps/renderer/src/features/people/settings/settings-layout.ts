import { Layout } from '../../../rendering/index.ts';
import type { LayoutLoader } from '../../../rendering/index.ts';
import { CurrentAccess, mayOpen } from '../accounts/index.ts';
import type { Access } from '../accounts/index.ts';
import { Menus } from '../menus/index.ts';
import type { SettingsLayoutProps } from './settings.dto.ts';
import { SettingsEntry } from './settings-menu.ts';

@Layout<typeof import('./views/settings.layout.tsx')>('settings/settings.layout')
export class SettingsLayout implements LayoutLoader<SettingsLayoutProps> {
  constructor(private readonly menus: Menus) {}

  async load(@CurrentAccess() access: Access): Promise<SettingsLayoutProps> {
    return {
      sections: await this.menus.describe(SettingsEntry, {
        mayOpen: (controller) => mayOpen(access, controller),
      }),
    };
  }
}
