export interface Job {
  /**
   * Lower-case words with hyphens. The name is the label of the job's metrics and the name of its
   * lease.
   */
  readonly name: string;
  /**
   * Time from the end of a run to the start of the next run. After a failed run, a growing wait
   * replaces this time.
   */
  readonly everyMs: number;
  /** Must end soon after `signal` aborts. A rejection is logged and counts as a failure. */
  readonly run: (signal: AbortSignal) => void | Promise<unknown>;
  /** True when only one relay of the same database may run the job at a time. */
  readonly exclusive?: boolean;
  /**
   * True when the job starts as soon as the database is ready. Other jobs start as soon as the
   * relay's spool is open.
   */
  readonly needsDatabase?: boolean;
}

/** Plain data, because threads send it to each other. */
export interface JobRun {
  readonly name: string;
  readonly isFailed: boolean;
  readonly seconds: number;
  readonly atMs: number;
}
