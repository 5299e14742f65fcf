import type { DatabaseKind } from '../database.ts';

/** Content of a copy, stored as JSON. A restored database is checked against it. */
export interface DatabaseContents {
  readonly kind: DatabaseKind;
  /** Migrations that had run, as `set/name`. */
  readonly migrations: readonly string[];
  readonly rows: Readonly<Record<string, number>>;
  /** Columns of each table, in the order of its file. PostgreSQL only. */
  readonly columns?: Readonly<Record<string, readonly string[]>>;
  /**
   * Last value of each sequence. Sequences that have given no value are missing. PostgreSQL only.
   */
  readonly sequences?: Readonly<Record<string, number>>;
}

export interface DatabaseCopy {
  readonly contents: DatabaseContents;
  /**
   * Public keys of projects. Undefined when the database has no installation row, which every
   * service of Errata creates.
   */
  readonly keys: readonly string[] | undefined;
}
