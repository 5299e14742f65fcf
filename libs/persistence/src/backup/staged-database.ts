import type { DatabaseConfig } from '../database.ts';

export interface DatabaseStaging extends DatabaseConfig {
  readonly folder: string;
  /** Must be on the file system of `dataDir`, because `commit` moves files from here. */
  readonly stagingFolder: string;
}

export interface StagedDatabase {
  /** Moves the database into its place, as a whole. */
  commit(): Promise<void>;
  abandon(): Promise<void>;
}
