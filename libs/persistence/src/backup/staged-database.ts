import type { DatabaseConfig } from '../database.ts';

export interface DatabaseStaging extends DatabaseConfig {
  /** What `copyDatabase` was given. */
  readonly folder: string;
  /** On the file system of `dataDir`, for what is not in its place yet. */
  readonly stagingFolder: string;
}

/** A database that was restored and checked, and that nobody sees yet. */
export interface StagedDatabase {
  /** Puts it in its place, as a whole. */
  commit(): Promise<void>;
  /** Leaves nothing of it. */
  abandon(): Promise<void>;
}
