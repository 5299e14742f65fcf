import type { Address } from '#shared';

/** A page of settings. */
export interface FoundSetting {
  readonly name: string;
  readonly href: Address;
  /** Name of the project whose setting it is; absent of the instance's. */
  readonly project?: string;
}

export interface SettingsSearchProps {
  readonly typed: string;
  readonly found: readonly FoundSetting[];
}
