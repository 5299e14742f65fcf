import { applyDecorators, Controller } from '@nestjs/common';
import type { Right } from '#product/people/accounts/rules';
import type { MenuEntry } from '../menus/index.ts';
import { UseLayouts } from '../../../rendering/index.ts';
import { ForSignedIn, Requires } from '../accounts/index.ts';
import { SettingsLayout } from './settings-layout.ts';
import { SettingsEntry } from './settings-menu.ts';

export interface SettingsSectionOptions extends Omit<MenuEntry, 'shortcut' | 'href'> {
  /** It is at `/settings/<segment>`. */
  readonly segment: string;
  /** Who has it finds the section and may do all that its controller does; absent: everybody who is signed in. */
  readonly right?: Right;
}

/** Makes a controller a section of the settings: in their frame, with a link for those who may open it. */
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
