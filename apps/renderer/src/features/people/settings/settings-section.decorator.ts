import { applyDecorators, Controller } from '@nestjs/common';
import type { Right } from '#product/people/accounts/rules';
import type { MenuEntry } from '../menus/index.ts';
import { UseLayouts } from '../../../rendering/index.ts';
import { ForSignedIn, Requires } from '../accounts/index.ts';
import { SettingsLayout } from './settings-layout.ts';
import { SettingsEntry } from './settings-menu.ts';

export interface SettingsSectionOptions extends Omit<MenuEntry, 'shortcut' | 'href'> {
  readonly segment: string;
  /**
   * Right needed to see the section and to use all of its actions. When absent, the section is open
   * to all signed-in people.
   */
  readonly right?: Right;
}

/**
 * Makes a controller a section of the settings. The settings menu shows the section to visitors who
 * may open it.
 */
export function SettingsSection({
  segment,
  right,
  ...entry
}: SettingsSectionOptions): ClassDecorator {
  return applyDecorators(
    Controller(`settings/${segment}`),
    UseLayouts(SettingsLayout),
    right ? Requires(right) : ForSignedIn(),
    SettingsEntry(entry),
  );
}
