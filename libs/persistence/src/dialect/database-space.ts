import type { Kysely } from 'kysely';
import type { Schema } from '../schema.ts';

/** What the database takes of its disk. */
export interface TakenSpace {
  readonly bytes: number;
  /** Of these, what the next rows take first; absent where the database does not tell. */
  readonly freeBytes?: number;
  /** False of an SQLite file that was made without `auto_vacuum`: `errata shrink` gives it that. */
  readonly canGiveBack: boolean;
}

/** How a database tells what it takes, and gives back what it does not need. */
export interface DatabaseSpace {
  /** The names of all `own` tables. */
  measure(db: Kysely<Schema>, own: ReadonlySet<string>): Promise<TakenSpace>;

  /**
   * Bytes of tables with their indexes, by name; undefined where that is not known. With `isThorough` SQLite reads its whole
   * file for it, and blocks its thread meanwhile; without, it knows the names alone.
   */
  listTables(
    db: Kysely<Schema>,
    options: { readonly own: ReadonlySet<string>; readonly isThorough: boolean },
  ): Promise<ReadonlyMap<string, number | undefined>>;

  /**
   * Gives at most a share of 1 MiB of free pages back to the disk, in a transaction of its own. The more is free, the less one call gives
   * back, so that it stays short. Resolves with false where too little is free, and on PostgreSQL, which gives nothing back.
   */
  giveBack(db: Kysely<Schema>, share: number): Promise<boolean>;

  /** Has the file end where its content does, once all is given back. */
  cutOff(db: Kysely<Schema>): Promise<void>;
}
