import type { Address } from '#shared';

export interface PaletteOption {
  readonly kind: string;
  readonly name: string;
  readonly detail?: string;
  readonly href: Address;
}

export interface PaletteOptions {
  readonly options: readonly PaletteOption[];
}
