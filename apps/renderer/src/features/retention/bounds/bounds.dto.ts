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

export interface StorageOverview {
  /** 0 for no budget. */
  readonly budgetBytes: number;
  /** Sentences about the budget. */
  readonly budget: string;
  readonly projects: readonly {
    readonly projectId: number;
    readonly bytes: number;
    readonly dayBytes: number;
  }[];
  readonly notices: readonly BoundNotice[];
}
