import type { OutcomeCount } from '#shared';
import type { ReportFacts } from './report-facts.ts';

/** Plain data, so that it can be sent to another thread. */
export interface SpooledReport extends ReportFacts {
  /**
   * Absolute path of the file that contains the body. The file exists until the report is settled.
   */
  readonly bodyFile?: string;
  /**
   * Identifies the opening of the spool that took the report: 16 hex digits. Origin and `id` are
   * the report's permanent identity.
   */
  readonly origin: string;
  /** Never used twice in one spool file, but a copy of the file may use it for another report. */
  readonly id: number;
  /** How many earlier claims ended without an orderly end of processing; absent when none did. */
  readonly attempts?: number;
  /**
   * Outcome counts on their way to the database. A report with `tally` belongs to no project and
   * contains nothing else.
   */
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
   * True when processing crashed on the report, perhaps for another reason. Such a report is tried
   * once more by itself.
   */
  readonly isRetriedOnce?: boolean;
  readonly items?: readonly number[];
}

export interface SettledReports {
  readonly origin: string;
  /** No report of the origin with a lower id is in the queue, or ever will be. */
  readonly beforeId: number;
  /**
   * Whether the origin will never occur again: it belongs to an earlier opening, and no report of
   * it is left.
   */
  readonly isOver: boolean;
}

/** A claim contains at least one report if any waits, whatever its size. */
export interface ClaimLimits {
  readonly maxReports: number;
  readonly maxBytes: number;
}

/**
 * The end of the spool at which reports are taken out, possibly in another thread. Methods that
 * write resolve after commit and sync. They reject with `spool.unavailable`, and change nothing,
 * when that fails.
 */
export abstract class SpoolQueue {
  /**
   * Calls `listener` after commits that added reports. Several commits in quick succession may
   * cause only one call.
   */
  abstract onAppended(listener: () => void): void;

  /**
   * Returns the oldest reports that were not claimed since this spool was opened, oldest first. A
   * claim ends with `settle`, `leave`, or the process. Reports that a killed process had claimed
   * are claimed again, each alone. Each claim is counted in the rows, without a sync.
   */
  abstract claim(limits: ClaimLimits): Promise<SpooledReport[]>;

  /**
   * Resets the attempts of the reports claimed now, so that a later crash is not blamed on them.
   * Never throws.
   */
  abstract clearAttempts(): void;

  /** Removes reports that the database has. Their bodies must not be read afterwards. */
  abstract settle(ids: readonly number[], as?: SettledAs): Promise<void>;

  /**
   * Ends the claim of reports that the database refuses even as failed ones. They stay until the
   * spool is opened again.
   */
  abstract leave(ids: readonly number[]): Promise<void>;

  /**
   * Returns when the oldest queued report arrived, except those that were left; undefined when none
   * waits.
   */
  abstract findOldestMs(): Promise<number | undefined>;

  /** Returns, for each origin, the reports whose identity the database may forget. */
  abstract listSettled(): Promise<readonly SettledReports[]>;

  /** Removes an origin that is over from that list. */
  abstract dropOrigin(origin: string): Promise<void>;
}
