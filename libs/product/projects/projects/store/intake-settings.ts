import type { SettingsPart } from './settings-part.ts';

interface IntakeSettings {
  /** Limit for all keys of the project together. When absent, the relay's own limit applies. */
  readonly reportsPerMinute?: number;
  /**
   * Origins of pages that may send reports, in the form that `parseAllowedOrigins` returns. When
   * absent, any page may send them.
   */
  readonly allowedOrigins?: readonly string[];
}

export const intakeSettings: SettingsPart<IntakeSettings> = { name: 'intake', defaults: {} };
