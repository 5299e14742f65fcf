import type { Kysely } from 'kysely';
import type { Schema } from '../schema.ts';

export interface TakenSpace {
  readonly bytes: number;
  /** Part of `bytes` that new rows fill first. Absent when the database does not report it. */
  readonly freeBytes?: number;
  /**
   * False for an SQLite file that was created without `auto_vacuum`. `errata shrink` changes that.
   */
  readonly canGiveBack: boolean;
}

export interface DatabaseSpace {
  measure(db: Kysely<Schema>, own: ReadonlySet<string>): Promise<TakenSpace>;

  /**
   * Returns the bytes of tables with their indexes, by name, or undefined for unknown sizes. On
   * SQLite `isThorough` reads the whole file and blocks its thread; without it SQLite knows only
   * the names.
   */
  listTables(
    db: Kysely<Schema>,
    options: { readonly own: ReadonlySet<string>; readonly isThorough: boolean },
  ): Promise<ReadonlyMap<string, number | undefined>>;

  /**
   * Gives free pages back to the disk, up to `share` of 1 MiB, in a transaction of its own. SQLite
   * needs longer for each page when very many are free, so a call then gives back fewer. Resolves
   * with false when too little is free, and always on PostgreSQL.
   */
  releaseFreePages(db: Kysely<Schema>, share: number): Promise<boolean>;

  truncateFile(db: Kysely<Schema>): Promise<void>;
}
