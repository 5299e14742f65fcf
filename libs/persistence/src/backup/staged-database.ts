import type { DatabaseConfig } from '../database.ts';

export interface DatabaseStaging extends DatabaseConfig {
  readonly folder: string;
  /** Must be on the file system of `dataDir`, because `commit` moves files from here. */
  readonly stagingFolder: string;
}

export interface StagedDatabase {
  /**
   * Makes the whole restored database visible at once. On SQLite, rejects with a RangeError when a
   * file of another database has come, or when the rows differ in their place. Then `abandon`
   * removes what was placed.
   */
  commit(): Promise<void>;
  abandon(): Promise<void>;
}
