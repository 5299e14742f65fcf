export type MigrationSet = 'platform' | 'product';

export type DatabaseKind = 'sqlite' | 'postgres';

export interface DatabaseConfig {
  /** Folder of the SQLite file; used when `databaseUrl` is absent. Must exist and be writable. */
  readonly dataDir: string;
  /** `postgres://…` switches to PostgreSQL. */
  readonly databaseUrl?: string;
  /** ERRATA_SECRET; absent: what a file of `dataDir` has, which is made when it is needed. */
  readonly secret?: string | undefined;
}

/** An open database of either kind. Stores are made over it by `createStores`. */
export interface Database {
  readonly kind: DatabaseKind;
  /**
   * The same database for statements that take long and change nothing. On SQLite a thread runs them, so that the others of
   * this process do not wait; a transaction rejects with a TypeError. Closed with this one.
   */
  readonly reading: Database;
  /**
   * Brings the schema up to date, one process at a time under a lock, and resolves with the names of
   * the migrations it ran. Rejects with `database.newer` when the schema was written by a newer
   * version, with `database.unavailable` when it cannot be reached.
   */
  migrate(sets: readonly MigrationSet[]): Promise<string[]>;
  /** Rejects like `migrate` when the schema was written by a newer version. Changes nothing, and takes no lock. */
  requireKnown(sets: readonly MigrationSet[]): Promise<void>;
  /** Rejects with `database.unavailable` when the database does not answer. */
  ping(): Promise<void>;
  /** Lets running statements end and gives every connection back. Nothing may be asked afterwards. */
  close(): Promise<void>;
}
