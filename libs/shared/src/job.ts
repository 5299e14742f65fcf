export interface Job {
  /** Lower-case words with hyphens: the label of the job's metrics and the name of its lease. */
  readonly name: string;
  /**
   * Time from the end of a run to the next start. A failed run is repeated earlier, or later when
   * this time is short.
   */
  readonly everyMs: number;
  /** Must end soon after `signal` aborts. A rejection is logged and counts as a failure. */
  readonly run: (signal: AbortSignal) => void | Promise<unknown>;
  /** True when only one relay of the database runs the job at a time. */
  readonly exclusive?: boolean;
  /**
   * True when the job starts once the database is ready. Other jobs start once the relay's spool is
   * open.
   */
  readonly needsDatabase?: boolean;
}

/** Result of one run of a job. Plain data, because threads pass it to each other. */
export interface JobRun {
  readonly name: string;
  readonly isFailed: boolean;
  readonly seconds: number;
  readonly atMs: number;
}
