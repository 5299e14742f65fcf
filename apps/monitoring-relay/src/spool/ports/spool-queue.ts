import type { OutcomeCount } from '#shared';
import type { ReportFacts } from './report-facts.ts';

/** Plain data, so that threads can hand it to one another. */
export interface SpooledReport extends ReportFacts {
  /** Path of the file that has the body, in full. It is there until the report is settled. */
  readonly bodyFile?: string;
  /** Of the opening of the spool that took it: 16 hex digits. With `id` the report's identity for ever. */
  readonly origin: string;
  /** Never used twice in one spool file; a copy of the file may use it for another report. */
  readonly id: number;
  /** How often it was claimed before, and processing ended without an orderly end; absent when it never did. */
  readonly attempts?: number;
  /** What was tallied, on its way to the database: of such a report, which is nobody's, this is all there is. */
  readonly tally?: readonly OutcomeCount[];
  /** Set when it is to be kept with the failed reports as it is: damaged, or the end of processing once too often. */
  readonly failure?: KnownFailure;
}

/** What became of reports that leave the queue: they stand in the database, or among the failed reports there. */
export type SettledAs = 'recorded' | 'kept_aside';

/** Why a report is not processed, as far as its spool knows. */
export interface KnownFailure {
  readonly reason: string;
  /** What its items have ended in. */
  readonly outcomes: readonly OutcomeCount[];
  /** Processing ended over it, which others may have ended: it is tried once more by itself. */
  readonly isRetriedOnce?: boolean;
  /** Places of the items that failed, when others have been recorded. */
  readonly items?: readonly number[];
}

/** Reports of one origin that have left the queue for good. */
export interface SettledReports {
  readonly origin: string;
  /** No report of the origin with a lower id is in the queue, nor ever will be. */
  readonly beforeId: number;
  /** Whether the origin will never be met again: it is an earlier opening's, and none is left. */
  readonly isOver: boolean;
}

/** A claim is at least one report when there is one, whatever its size. */
export interface ClaimLimits {
  readonly maxReports: number;
  readonly maxBytes: number;
}

/**
 * The end of a spool at which reports are taken out of it, which may be that of another thread. What writes resolves after it
 * is committed and synced, and rejects with `spool.unavailable`, nothing changed, when that fails.
 */
export abstract class SpoolQueue {
  /** Called after commits that brought reports. Of commits that come closely one after the other it may be the first alone. */
  abstract onAppended(listener: () => void): void;

  /**
   * The oldest reports that nobody claimed since this spool was opened, oldest first. A claim ends
   * with `settle`, `leave`, or the process: what a killed process had claimed is
   * claimed again. A report that was claimed before processing ended comes alone. Each claim is counted in the rows,
   * without a sync.
   */
  abstract claim(limits: ClaimLimits): Promise<SpooledReport[]>;

  /** Forgets how often the reports were claimed that are claimed now: an end from now on is not theirs. Never throws. */
  abstract clearAttempts(): void;

  /** Drops reports that the database has. Nobody reads their bodies from then on. */
  abstract settle(ids: readonly number[], as?: SettledAs): Promise<void>;

  /** Ends the claim of reports that the database refuses even as failed ones: they stay, for the next opening of the spool. */
  abstract leave(ids: readonly number[]): Promise<void>;

  /** When the oldest report arrived that has not left the queue, and was not left there; undefined when there is none. */
  abstract findOldestMs(): Promise<number | undefined>;

  /** What a database need not remember any more: of each origin it may have heard of. */
  abstract listSettled(): Promise<readonly SettledReports[]>;

  /** Takes an origin that is over off that list. */
  abstract dropOrigin(origin: string): Promise<void>;
}
