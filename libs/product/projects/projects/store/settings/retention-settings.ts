import { retentionLimits } from '#shared';
import type { SettingsPart } from '../settings-part.ts';

export interface RetentionSettings {
  /** UTC days for which received data is kept; the day of receipt counts as the first. */
  readonly days: number;
}

export const retentionSettings: SettingsPart<RetentionSettings> = {
  name: 'retention',
  defaults: { days: retentionLimits.days },
};
