import type { Address } from '#shared';

export interface FoundSetting {
  readonly name: string;
  readonly href: Address;
  readonly project?: string;
}

export interface SettingsSearchProps {
  readonly typed: string;
  readonly found: readonly FoundSetting[];
}
