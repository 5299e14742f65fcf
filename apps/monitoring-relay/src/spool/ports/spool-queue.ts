import type { OutcomeCount, ReportIdentity } from '#shared';
import type { ReportFacts } from './report-facts.ts';

/** Plain data, so that it can be sent to another thread. */
export interface SpooledReport extends ReportFacts, ReportIdentity {
  /**
   * Absolute path of the file that contains the body. The file exists until the report is settled.
   */
  readonly bodyFile?: string;
  /** Earlier claims during which processing crashed or was killed. Absent when there were none. */
  readonly attempts?: number;
  readonly tally?: readonly OutcomeCount[];
  /**
   * Set when the report must be kept as a failed report without processing: it is damaged, or
   * processing crashed on it too often.
   */
  readonly failure?: KnownFailure;
}

export type SettledAs = 'recorded' | 'kept_aside';

export interface KnownFailure {
  readonly reason: string;
  readonly outcomes: readonly OutcomeCount[];
  /**
   * True when processing crashed on the report, but the report may not be the cause. Such a failed
   * report is retried once automatically.
   */
  readonly isRetriedOnce?: boolean;
  readonly items?: readonly number[];
}

export interface SettledReports {
  readonly origin: string;
  /** The queue contains no report of the origin with a lower id, and never will. */
  readonly beforeId: number;
  /**
   * True when the queue contains no report of the origin and never will, because the origin belongs
   * to an earlier opening.
   */
  readonly isOver: boolean;
}

/** A claim contains at least one waiting report, even one that is larger than `maxBytes`. */
export interface ClaimLimits {
  readonly maxReports: number;
  readonly maxBytes: number;
}

/**
 * Takes reports out of the spool, possibly from another thread. Methods that write resolve after
 * commit and sync. They reject with `spool.unavailable`, and change nothing, when the commit fails.
 */
export abstract class SpoolQueue {
  /**
   * Calls `listener` after commits that added reports. Several commits in quick succession may
   * cause only one call.
   */
  abstract onAppended(listener: () => void): void;

  /**
   * Returns the oldest reports that were not claimed since this spool was opened, oldest first.
   * While very many of one project wait, they take turns with those of others. A claim ends with
   * `settle`, with `leave`, or when the process ends. Reports that a killed process had claimed are
   * claimed again, each alone. Each claim is counted in the rows, without a sync.
   */
  abstract claim(limits: ClaimLimits): Promise<SpooledReport[]>;

  /**
   * Resets the attempts of the reports that are claimed now, so that a later crash is not blamed on
   * them. Never throws.
   */
  abstract clearAttempts(): void;

  /** Removes reports that the database has stored. Their bodies must not be read afterwards. */
  abstract settle(ids: readonly number[], as?: SettledAs): Promise<void>;

  /**
   * Ends the claim of reports that the database refuses even as failed reports. The reports stay in
   * the spool, and can be claimed again after the next opening.
   */
  abstract leave(ids: readonly number[]): Promise<void>;

  /**
   * Returns the arrival time of the oldest queued report. Reports that were passed to `leave` do
   * not count. Returns undefined when no other report waits.
   */
  abstract findOldestMs(): Promise<number | undefined>;

  /**
   * Returns which reports of each origin are settled. The database may forget the ids of these
   * reports.
   */
  abstract listSettled(): Promise<readonly SettledReports[]>;

  abstract dropOrigin(origin: string): Promise<void>;
}
