import type { Kysely } from 'kysely';
import type { Schema } from '../schema.ts';

export interface TakenSpace {
  readonly bytes: number;
  /**
   * Free space within the file, included in `bytes`. New rows fill this space first. Absent when
   * the database does not report it.
   */
  readonly freeBytes?: number;
  /**
   * False on PostgreSQL, and for an SQLite file that was created without `auto_vacuum`. `errata
   * shrink` turns `auto_vacuum` on.
   */
  readonly canGiveBack: boolean;
}

export interface DatabaseSpace {
  measure(db: Kysely<Schema>, own: ReadonlySet<string>): Promise<TakenSpace>;

  /**
   * Returns the bytes of each table with its indexes, or undefined when the size is unknown. On
   * SQLite, sizes are known only with `isThorough`, which reads the whole file and blocks the
   * thread.
   */
  listTables(
    db: Kysely<Schema>,
    options: { readonly own: ReadonlySet<string>; readonly isThorough: boolean },
  ): Promise<ReadonlyMap<string, number | undefined>>;

  /**
   * Returns the bytes of a table with its indexes, estimated from some of its rows. Absent where
   * `listTables` knows all sizes.
   */
  estimateTable?(db: Kysely<Schema>, table: string): Promise<number>;

  /**
   * Returns free pages to the file system, at most `share` × 1 MiB, in a transaction of its own.
   * When very many pages are free, SQLite needs longer for each page, so a call returns fewer.
   * Resolves with false when too few pages are free, and always on PostgreSQL.
   */
  releaseFreePages(db: Kysely<Schema>, share: number): Promise<boolean>;

  truncateFile(db: Kysely<Schema>): Promise<void>;
}
