export type MigrationSet = 'platform' | 'product';

export type DatabaseKind = 'sqlite' | 'postgres';

export interface DatabaseConfig {
  /** Folder of the SQLite file when `databaseUrl` is absent. Must exist and be writable. */
  readonly dataDir: string;
  readonly databaseUrl?: string;
  /**
   * ERRATA_SECRET. When absent, the secret is read from a file in `dataDir`. The first use of the
   * secret creates the file.
   */
  readonly secret?: string | undefined;
}

export interface Database {
  readonly kind: DatabaseKind;
  /**
   * The same database for long statements that change nothing. On SQLite, a separate thread runs
   * the statements, so that they do not block the process; transactions reject with a TypeError.
   * `close` closes this database as well.
   */
  readonly reading: Database;
  /**
   * Updates the schema, one process at a time under a lock, and resolves with the names of the
   * migrations that ran. Rejects with `database.newer` when a newer version wrote the schema, with
   * `database.unreleased` when no released version wrote it, and with `database.unavailable`.
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
