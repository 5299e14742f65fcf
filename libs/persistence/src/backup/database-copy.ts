import type { DatabaseKind } from '../database.ts';

/** What a copy of a database holds, as JSON; a restored one is checked against it. */
export interface DatabaseContents {
  readonly kind: DatabaseKind;
  /** `set/name` of each step that had run. */
  readonly migrations: readonly string[];
  /** How many rows each table has. */
  readonly rows: Readonly<Record<string, number>>;
  /** Of each table, in the order in which its file has them. PostgreSQL only. */
  readonly columns?: Readonly<Record<string, readonly string[]>>;
  /** The last value that each sequence gave, none of one that was never asked. PostgreSQL only. */
  readonly sequences?: Readonly<Record<string, number>>;
}

export interface DatabaseCopy {
  readonly contents: DatabaseContents;
  /** Public keys of projects; undefined where no service has made an installation: the database is not one of Errata. */
  readonly keys: readonly string[] | undefined;
}
