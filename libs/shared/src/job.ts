/** What is done again and again, beside the requests and the reports. */
export interface Job {
  /** Lower-case words with hyphens: the label of its metrics, and the name of its lease. */
  readonly name: string;
  /** Between the end of a run and the start of the next. After a failure it is run again earlier, or later where this is short. */
  readonly everyMs: number;
  /** Ends as soon as it can once `signal` aborts. What it rejects with is logged, and counts as a failure. */
  readonly run: (signal: AbortSignal) => void | Promise<unknown>;
  /** Runs in one relay at a time, over all relays of the database. */
  readonly exclusive?: boolean;
  /** Runs from when the database is ready; else from when the relay's spool is open. */
  readonly needsDatabase?: boolean;
}

/** How a run of a job went. Plain data, so that threads can hand it to one another. */
export interface JobRun {
  readonly name: string;
  readonly isFailed: boolean;
  readonly seconds: number;
  /** When it ended. */
  readonly atMs: number;
}
