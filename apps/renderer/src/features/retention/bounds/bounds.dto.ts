import type { Address } from '#shared';
/** A bound that senders exceed at the moment, in words. */
export interface BoundNotice {
  readonly text: string;
  /** Where the reader can do something about it. */
  readonly link?: { readonly name: string; readonly href: Address };
}

/** How the storage budget is used; sizes in words. */
export interface StorageOverview {
  /** How much there is, and who says so. */
  readonly budget: string;
  readonly projects: readonly {
    readonly name: string;
    readonly used: string;
    readonly today: string;
  }[];
  readonly notices: readonly BoundNotice[];
}
