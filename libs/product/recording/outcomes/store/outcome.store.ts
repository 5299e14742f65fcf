import type { DiscardCount, DiscardReason, Ending, Outcome, OutcomeCount } from '#shared';

/** How many items of a project ended in one way, in the minute or hour that starts then. */
export interface OutcomeBucket {
  readonly startsAtMs: number;
  readonly outcome: Outcome;
  readonly quantity: number;
}

/** How many items the SDKs of a project say they have dropped themselves, in the minute or hour that starts then. */
export interface DiscardBucket {
  readonly startsAtMs: number;
  readonly reason: DiscardReason;
  readonly quantity: number;
}

/** How many items of a project ended in one way, for one reason. */
export type OutcomeSum = Pick<OutcomeCount, 'projectId' | 'kind' | 'quantity'> & Ending;

/** How many items the SDKs of a project say they have dropped themselves, for one reason. */
export type DiscardSum = Pick<DiscardCount, 'projectId' | 'reason' | 'kind' | 'quantity'>;

export interface OutcomeRange {
  readonly projectId: number;
  /** From the bucket that this falls in to that of `toMs`, both included. */
  readonly fromMs: number;
  readonly toMs: number;
  /** What is counted by. Minutes are kept for `outcomeLimits.minutesKeptMs`, hours for `hoursKeptMs`. */
  readonly per: 'minute' | 'hour';
}

/** How many items of a project ended in one way, for one reason, on the day of UTC that starts then. */
export type OutcomeDay = Pick<OutcomeCount, 'kind' | 'quantity'> &
  Ending & { readonly startsAtMs: number };

export interface OutcomeDayRange {
  readonly projectId: number;
  readonly nowMs: number;
  /** How many, with the day that has begun. Known for `outcomeLimits.hoursKeptMs`. */
  readonly days: number;
}

export interface OutcomeSumRange extends Omit<OutcomeRange, 'projectId'> {
  readonly projectIds: readonly number[];
}

/** What the items of reports ended in. `ReportStore.record` counts those of the reports that it records. */
export abstract class OutcomeStore {
  /**
   * Adds what items ended in that are in no report. All of it counts, or nothing. Counted twice when it is called again
   * after a commit whose answer was lost with the connection.
   */
  abstract add(counts: readonly OutcomeCount[]): Promise<void>;

  /** Over all keys, reasons and kinds; by time, then by outcome. Buckets in which nothing ended are not among them. */
  abstract list(range: OutcomeRange): Promise<OutcomeBucket[]>;

  /** Of projects, over all keys and buckets of the time; in no order. What nothing ended in is not among them. */
  abstract sum(range: OutcomeSumRange): Promise<OutcomeSum[]>;

  /** Of one project over all keys; in no order. What nothing ended in is not among them. */
  abstract listDays(range: OutcomeDayRange): Promise<OutcomeDay[]>;

  /** As `list`, of what never came here: over all keys and kinds; by time, then by reason. */
  abstract listDiscards(range: OutcomeRange): Promise<DiscardBucket[]>;

  /** As `sum`, of what never came here. */
  abstract sumDiscards(range: OutcomeSumRange): Promise<DiscardSum[]>;

  /**
   * Removes some of what is older than the limits: one short transaction, however much there is. Resolves
   * with whether there was something to remove: there may be more.
   */
  abstract removeOld(nowMs: number): Promise<boolean>;
}
