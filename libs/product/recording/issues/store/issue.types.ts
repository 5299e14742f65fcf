import type { EventLevel, Search, IssueState } from '#shared';
import type { CountSpan } from '#product/recording/counts';
import type { LookAlikeKeys } from '#product/recording/reports';

export interface Issue {
  readonly id: number;
  readonly projectId: number;
  readonly projectSlug: string;
  /** Counts from 1 within its project. */
  readonly number: number;
  /**
   * `type`, `value`, `place` and `level` are those of the newest event, by when events occurred.
   */
  readonly type: string;
  readonly value: string;
  readonly place: string;
  readonly level: EventLevel;
  readonly events: number;
  /**
   * All events of the issue. Set in a filtered list, where `events` counts only events that pass
   * the filter.
   */
  readonly allEvents?: number;
  readonly users: number;
  readonly firstSeenMs: number;
  readonly lastSeenMs: number;
  /** `TrendStore` defines the number: 100 is steady, more is rising. */
  readonly trend: number;
  readonly firstRelease?: string;
  readonly lastRelease?: string;
  /** The release of the event with which the issue last regressed. */
  readonly regressedRelease?: string;
  /** The state at the time of the read. A mute whose time has passed counts as over. */
  readonly state: IssueState;
  readonly assigneeId?: number;
  /** True when other issues are merged into this one. Lists of issues leave it out. */
  readonly hasMerged?: true;
}

export type Likeness = keyof LookAlikeKeys;

export interface AlikeIssue extends Issue {
  readonly alike: readonly Likeness[];
}

export const issueSorts = ['lastSeen', 'firstSeen', 'events', 'users', 'trend'] as const;

export type IssueSort = (typeof issueSorts)[number];

/** Jobs that read issues in several steps sort by id, because the order of ids never changes. */
export type IssueOrder = IssueSort | 'id';

export interface WantedIssues {
  /** Evaluated at `nowMs`, by default this machine's time. */
  readonly search?: Search;
  readonly nowMs?: number;
  readonly projectIds?: readonly number[];
  /** The user whom `assigned:me` means; when absent, `assigned:me` matches no issue. */
  readonly selfId?: number;
  readonly span?: CountSpan;
}

/** The first or last row of a page: its id, and its value of the sorted column. */
export interface PageEdge {
  readonly value: number;
  readonly id: number;
}
