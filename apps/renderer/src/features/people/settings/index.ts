export { areAllowed } from './are-allowed.ts';
export { SettingsLayout } from './settings-layout.ts';
export { SettingsModule } from './settings.module.ts';
export { SettingsEntry } from './settings-menu.ts';
export { SettingsSection } from './settings-section.decorator.ts';
