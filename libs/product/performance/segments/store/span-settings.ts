import { defaultSpanSettings, type SpanSettings } from '#shared';
import type { SettingsPart } from '#product/projects/projects';

export const spanSettings: SettingsPart<SpanSettings> = {
  name: 'spans',
  defaults: defaultSpanSettings,
};
