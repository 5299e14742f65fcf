import { createMenu } from '../menus/index.ts';

/** The sections of the instance's settings. */
export const SettingsEntry = createMenu();
