export type MigrationSet = 'platform' | 'product';

export type DatabaseKind = 'sqlite' | 'postgres';

export interface DatabaseConfig {
  /** Folder of the SQLite file when `databaseUrl` is absent. Must exist and be writable. */
  readonly dataDir: string;
  readonly databaseUrl?: string;
  /**
   * ERRATA_SECRET. When absent, the secret is read from a file in `dataDir`, which is created when
   * it is needed.
   */
  readonly secret?: string | undefined;
}

/** An open database of either kind. `createStores` makes its stores. */
export interface Database {
  readonly kind: DatabaseKind;
  /**
   * The same database for long statements that change nothing. SQLite runs them on a thread of
   * their own, so that they do not block the process, and rejects transactions with a TypeError.
   * Closed together with this one.
   */
  readonly reading: Database;
  /**
   * Updates the schema, one process at a time under a lock, and resolves with the names of the
   * migrations that ran. Rejects with `database.newer` when a newer version wrote the schema, with
   * `database.unreleased` when no release did, and with `database.unavailable`.
   */
  migrate(sets: readonly MigrationSet[]): Promise<string[]>;
  /**
   * Rejects like `migrate` when this version does not know the schema. Changes nothing and takes no
   * lock.
   */
  requireKnown(sets: readonly MigrationSet[]): Promise<void>;
  /** Rejects with `database.unavailable` when the database does not answer. */
  ping(): Promise<void>;
  /** Waits for running statements, then closes every connection. No statement may follow. */
  close(): Promise<void>;
}
