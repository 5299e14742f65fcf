/** Counts of sessions by the hour in which they began. */
export interface SessionHoursTable {
  readonly project_id: number;
  readonly starts_at: number;
  /** `counted_names.id`, `UNNAMED` or `OTHER`. */
  readonly release_id: number;
  readonly environment_id: number;
  readonly sessions: number;
  /** Sessions with errors, counted by their sender. `session_days.errored` has the others. */
  readonly errored: number;
  readonly crashed: number;
  readonly abnormal: number;
  /** Sessions that crashed or had an unhandled error. Null for hours from before version 0.3.0. */
  readonly failed: number | null;
}

/** Sketches (`DistinctSketch`) by the day in which sessions began. */
export interface SessionDaysTable {
  readonly project_id: number;
  readonly starts_at: number;
  readonly release_id: number;
  readonly environment_id: number;
  readonly users: Uint8Array;
  readonly crashed_users: Uint8Array;
  /** Ids of sessions with errors. A session sends several updates, and counts once. */
  readonly errored: Uint8Array;
}

/**
 * Sessions that crashed, hung or had an unhandled error, and those that have just begun. SDKs send
 * such a session several times.
 */
export interface SessionEndsTable {
  readonly project_id: number;
  readonly session_hash: string;
  /** Time of the latest update. Earlier for a beginning, so that it is forgotten sooner. */
  readonly seen_at: number;
  /** Bits of `END_KINDS` that are counted. */
  readonly kinds: number;
  /** `kinds` before the last change, so that the statement that changes them returns the new ones. */
  readonly kinds_before: number;
}

export const tables = ['session_hours', 'session_days', 'session_ends'] as const;

declare module '#persistence/stores' {
  interface Schema {
    readonly session_hours: SessionHoursTable;
    readonly session_days: SessionDaysTable;
    readonly session_ends: SessionEndsTable;
  }
}
