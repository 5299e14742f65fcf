import type { EventLevel, Search, IssueState } from '#shared';
import type { CountSpan } from '#product/recording/counts';
import type { LookAlikeKeys } from '#product/recording/reports';

export interface Issue {
  readonly id: number;
  readonly projectId: number;
  readonly projectSlug: string;
  /** Counts from 1 within its project. */
  readonly number: number;
  /** With value, place and level: what its newest event is called, by when events occurred. */
  readonly type: string;
  readonly value: string;
  readonly place: string;
  readonly level: EventLevel;
  readonly events: number;
  /** Of a list under a filter: those of all its events; `events` then has the ones that the filter leaves. */
  readonly allEvents?: number;
  readonly users: number;
  readonly firstSeenMs: number;
  readonly lastSeenMs: number;
  /** As `TrendStore` has it: 100 stays as it is, more rises. */
  readonly trend: number;
  readonly firstRelease?: string;
  readonly lastRelease?: string;
  /** What it counts as at the time of the read: a mute whose time has passed is over. */
  readonly state: IssueState;
  /** A user's id; absent when nobody is assigned. */
  readonly assigneeId?: number;
}

/** In what two issues are alike. */
export type Likeness = keyof LookAlikeKeys;

/** An issue that looks like another. */
export interface AlikeIssue extends Issue {
  readonly alike: readonly Likeness[];
}

export const issueSorts = ['lastSeen', 'firstSeen', 'events', 'users', 'trend'] as const;

export type IssueSort = (typeof issueSorts)[number];

/** The order of ids, which never changes, is that of walks that go on later. */
export type IssueOrder = IssueSort | 'id';

/** Which issues are meant; all of them where nothing is said. */
export interface WantedIssues {
  /** At `nowMs`, which is this machine's time when it is absent. */
  readonly search?: Search;
  readonly nowMs?: number;
  /** Of these projects alone. */
  readonly projectIds?: readonly number[];
  /** Whom `assigned:me` means; without it nobody. */
  readonly selfId?: number;
  /** Those that have events within it. */
  readonly span?: CountSpan;
}

/** The first or last row of a page: its id, and what it has of what is sorted by. */
export interface PageEdge {
  readonly value: number;
  readonly id: number;
}
