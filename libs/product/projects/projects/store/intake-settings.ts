import type { SettingsPart } from './settings-part.ts';

/** What a project takes. */
interface IntakeSettings {
  /** Reports of all its keys; absent: as the relay is set. */
  readonly reportsPerMinute?: number;
  /** Origins whose pages may report (`parseAllowedOrigins`); absent: any. */
  readonly allowedOrigins?: readonly string[];
}

export const intakeSettings: SettingsPart<IntakeSettings> = { name: 'intake', defaults: {} };
