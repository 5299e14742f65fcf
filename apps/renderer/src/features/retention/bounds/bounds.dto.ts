import type { Address, StorageScope } from '#shared';

/** A bound that senders exceed at the moment, in words. */
export interface BoundNotice {
  readonly text: string;
  /** Where the reader can do something about it. */
  readonly link?: { readonly name: string; readonly href: Address };
}

/** The room that a project has left. */
export interface RoomLeft {
  /** The room left, of all that it may have. */
  readonly percent: number;
  /** The bound that is used up: events are counted, and not kept. */
  readonly exceeded?: StorageScope;
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
