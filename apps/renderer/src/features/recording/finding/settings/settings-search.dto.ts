import type { Address } from '#shared';

export interface FoundSetting {
  readonly name: string;
  readonly href: Address;
  /** A project, or `Your account`. Absent for settings of the instance. */
  readonly of?: string;
}

export interface SettingsSearchProps {
  readonly typed: string;
  readonly found: readonly FoundSetting[];
}
