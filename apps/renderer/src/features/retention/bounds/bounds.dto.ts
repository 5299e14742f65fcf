import type { Address, StorageScope } from '#shared';

export interface BoundNotice {
  readonly text: string;
  readonly link?: { readonly name: string; readonly href: Address };
}

export interface RoomLeft {
  /** Room left, in percent of all that the project may use. */
  readonly percent: number;
  /** The bound that is used up. Events are counted and not stored until there is room again. */
  readonly exceeded?: StorageScope;
}

/** All sizes are in words. */
export interface StorageOverview {
  readonly budget: string;
  readonly projects: readonly {
    readonly name: string;
    readonly used: string;
    readonly today: string;
  }[];
  readonly notices: readonly BoundNotice[];
}
