import { retentionLimits } from '#shared';
import type { SettingsPart } from '../settings-part.ts';

/** How long what a project sent is kept. */
export interface RetentionSettings {
  /** By when it was received: the day of receipt is the first of them, in UTC. */
  readonly days: number;
}

export const retentionSettings: SettingsPart<RetentionSettings> = {
  name: 'retention',
  defaults: { days: retentionLimits.days },
};
