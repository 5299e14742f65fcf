import type { Address, StorageScope } from '#shared';

export interface BoundNotice {
  readonly text: string;
  readonly link?: { readonly name: string; readonly href: Address };
}

export interface RoomLeft {
  /** Storage left, in percent of what the project may use. */
  readonly percent: number;
  /**
   * The storage limit that is used up. Until storage is free again, events are counted and not
   * stored.
   */
  readonly exceeded?: StorageScope;
}

/** All sizes are texts for people, such as `1.2 GB`. */
export interface StorageOverview {
  readonly budget: string;
  readonly projects: readonly {
    readonly name: string;
    readonly used: string;
    readonly today: string;
  }[];
  readonly notices: readonly BoundNotice[];
}
