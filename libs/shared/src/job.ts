export interface Job {
  /**
   * Lower-case words with hyphens. The name is the label of the job's metrics and the name of its
   * lease.
   */
  readonly name: string;
  /**
   * Time from the end of a run to the start of the next. A failed run is repeated after a growing
   * wait instead, which may be shorter or longer.
   */
  readonly everyMs: number;
  /** Must end soon after `signal` aborts. A rejection is logged and counts as a failure. */
  readonly run: (signal: AbortSignal) => void | Promise<unknown>;
  /** True when only one relay at a time may run the job, among all relays of the database. */
  readonly exclusive?: boolean;
  /**
   * True when the job starts as soon as the database is ready. Other jobs start as soon as the
   * relay's spool is open.
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
