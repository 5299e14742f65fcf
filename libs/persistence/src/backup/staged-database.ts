/** A database that was restored and checked, and that nobody sees yet. */
export interface StagedDatabase {
  /** Puts it in its place, as a whole. */
  commit(): Promise<void>;
  /** Leaves nothing of it. */
  abandon(): Promise<void>;
}
