import type { Search } from '#shared';
import type { CountSpan } from './count-filter.ts';
import type { CountedNameKind } from './count.tables.ts';

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

/** What is counted of events by when they occurred, their release and their environment. */
export abstract class CountStore {
  /** Exact. By issue; those without such an event are left out. */
  abstract count(wanted: WantedCounts): Promise<Map<number, IssueCount>>;

  /**
   * At least so many users the events have, by issue: of those that are stored, and of each group of an issue the latest
   * `eventsPerGroup` of the span alone.
   */
  abstract countUsers(
    wanted: WantedCounts & { readonly eventsPerGroup: number },
  ): Promise<Map<number, number>>;

  /** Exact. Of each issue a bar for each `perBar` buckets of the span, 1 unless said. */
  abstract listBars(
    wanted: WantedCounts & { readonly span: CountSpan; readonly perBar?: number },
  ): Promise<Map<number, Bars>>;

  /** What events of these projects, or of all, name: each once, the one that was new last first; at most `limit`. */
  abstract listNames(options: {
    readonly kind: CountedNameKind;
    readonly projectIds?: readonly number[];
    readonly limit: number;
  }): Promise<string[]>;

  /** The releases that began within the span and in which the issue was seen, the latest first; at most `limit`. */
  abstract listBegun(options: {
    readonly issueId: number;
    readonly projectId: number;
    readonly span: CountSpan;
    readonly limit: number;
  }): Promise<BegunRelease[]>;
}
