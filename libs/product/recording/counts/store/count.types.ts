import type { Search } from '#shared';
import type { CountSpan } from './count-filter.ts';

/** Number of events that occurred in each bar, oldest bar first. An empty bar is 0. */
export type Bars = readonly number[];

export interface WantedCounts {
  readonly issueIds: readonly number[];
  /** Only terms about releases and environments are used. */
  readonly search?: Search;
  readonly span?: CountSpan;
}

export interface IssueCount {
  readonly events: number;
  readonly lastSeenMs: number;
}

export interface BegunRelease {
  readonly release: string;
  readonly atMs: number;
}
