import { createMenu } from '../menus/index.ts';

export const SettingsEntry = createMenu();
