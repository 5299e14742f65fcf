import type { TakenSpace } from '#persistence/stores';

/** A table with its indexes. */
export interface TableUse {
  readonly table: string;
  readonly bytes: number;
  /** How much of that each project has; those of which nothing is seen are left out. */
  readonly projects: readonly { readonly projectId: number; readonly bytes: number }[];
}

/** What the database takes of its disk. What projects have of it is estimated from a sample of rows. */
export interface SpaceUse extends TakenSpace {
  readonly measuredAtMs: number;
  /** The largest first. Of SQLite they are estimates, too, unless it was measured thoroughly. */
  readonly tables: readonly TableUse[];
}

/** What the database takes of its disk, and what it gives back. */
export abstract class SpaceStore {
  /**
   * Measures what is taken now, from samples: a million events take as long as ten thousand. `isThorough`: tables
   * of SQLite exactly, for which it reads the whole file.
   */
  abstract measure(nowMs: number, options?: { readonly isThorough: boolean }): Promise<SpaceUse>;

  /** Stores what was measured, in place of what was before. */
  abstract remember(use: SpaceUse): Promise<void>;

  /** What was measured last; undefined before the first time. */
  abstract find(): Promise<SpaceUse | undefined>;

  /**
   * Gives at most 1 MiB of what is free back to the disk, in a short transaction. Resolves with whether it did: there may be
   * more. A part of the file stays free for what comes next (`retentionLimits.spaceKeptFree`). The less is free, the faster
   * this is: so it is called while rows are removed.
   */
  abstract giveBack(): Promise<boolean>;

  /** Has the file end where its content does: to be called after the last `giveBack`. */
  abstract cutOff(): Promise<void>;
}
