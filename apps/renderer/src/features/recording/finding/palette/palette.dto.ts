import type { Address } from '#shared';

/** One thing that the palette leads to. */
export interface PaletteOption {
  /** `Issue`, `Page`, `Project`, `Event`, … */
  readonly kind: string;
  readonly name: string;
  /** What it says. */
  readonly detail?: string;
  readonly href: Address;
}

export interface PaletteOptions {
  /** The likeliest first. */
  readonly options: readonly PaletteOption[];
}
