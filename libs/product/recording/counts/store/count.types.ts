import type { Search } from '#shared';
import type { CountSpan } from './count-filter.ts';

/** Events per bar in which they occurred, oldest bar first, empty bars as 0. */
export type Bars = readonly number[];

/** Whose events are counted, and which: those of a span whose release and environment are as a search says. */
export interface WantedCounts {
  readonly issueIds: readonly number[];
  /** Its terms about releases and environments; the others do not count. */
  readonly search?: Search;
  readonly span?: CountSpan;
}

export interface IssueCount {
  readonly events: number;
  /** When the latest of them occurred. */
  readonly lastSeenMs: number;
}

/** A release that began. */
export interface BegunRelease {
  readonly release: string;
  /** When its first event occurred. */
  readonly atMs: number;
}
