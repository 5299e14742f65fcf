import { defaultLogSettings, type LogSettings } from '#shared';
import type { SettingsPart } from '#product/projects/projects';

export const logSettings: SettingsPart<LogSettings> = {
  name: 'logs',
  defaults: defaultLogSettings,
};
