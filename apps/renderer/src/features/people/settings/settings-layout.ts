import type { PropsOf } from '#shared';
import { Layout } from '../../../rendering/index.ts';
import type { LayoutLoader } from '../../../rendering/index.ts';
import { CurrentAccess, mayOpen } from '../accounts/index.ts';
import type { Access } from '../accounts/index.ts';
import { Menus } from '../menus/index.ts';
import { SettingsEntry } from './settings-menu.ts';

@Layout<PropsOf<SettingsLayout['load']>>('settings/settings.layout')
export class SettingsLayout implements LayoutLoader {
  constructor(private readonly menus: Menus) {}

  async load(@CurrentAccess() access: Access) {
    return {
      sections: await this.menus.describe(SettingsEntry, {
        mayOpen: (controller) => mayOpen(access, controller),
      }),
    };
  }
}
