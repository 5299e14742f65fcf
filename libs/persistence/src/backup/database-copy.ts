import type { DatabaseKind } from '../database.ts';

/**
 * Describes a copy of the database, stored as JSON. A restore compares the restored database with
 * this description.
 */
export interface DatabaseContents {
  readonly kind: DatabaseKind;
  /** Migrations that had run, as `set/name`. */
  readonly migrations: readonly string[];
  readonly rows: Readonly<Record<string, number>>;
  /** Columns of each table, in the order in which its copied file has them. PostgreSQL only. */
  readonly columns?: Readonly<Record<string, readonly string[]>>;
  /**
   * Last value of each sequence. A sequence that has never given a value is missing. PostgreSQL
   * only.
   */
  readonly sequences?: Readonly<Record<string, number>>;
}

export interface DatabaseCopy {
  readonly contents: DatabaseContents;
  /** Public keys of projects. Undefined when no service of Errata has ever used the database. */
  readonly keys: readonly string[] | undefined;
}
