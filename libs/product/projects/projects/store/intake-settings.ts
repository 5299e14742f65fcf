import type { SettingsPart } from './settings-part.ts';

interface IntakeSettings {
  /** Limit for all keys of the project together; when absent, the relay's own limit applies. */
  readonly reportsPerMinute?: number;
  /**
   * Origins whose pages may report, as `parseAllowedOrigins` returns them; when absent, any page
   * may.
   */
  readonly allowedOrigins?: readonly string[];
}

export const intakeSettings: SettingsPart<IntakeSettings> = { name: 'intake', defaults: {} };
