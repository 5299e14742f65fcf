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

export abstract class IssueStore {
  /**
   * By `sort`, last seen unless said, the greatest first, and the newest of equals; at most `limit`, without those that are merged. `before` continues
   * after the last row of a page, `after` ends before the first row of one. By events, users and trend those are sorted
   * that were seen last, 2,000 of them.
   *
   * Where the search says which releases or environments are meant, or `span` is there, an issue is found when it has such an
   * event. `events` and `lastSeenMs` are then those of such events, and by last seen, too, 2,000 are sorted. The
   * sorts by users and trend go by all that an issue has.
   */
  abstract list(
    options: WantedIssues & {
      limit: number;
      sort?: IssueOrder;
      before?: PageEdge;
      after?: PageEdge;
    },
  ): Promise<Issue[]>;

  /**
   * How many there are, and `limit` where there are more than that. Unless said `limit` is 10,001, and 2,001 where releases,
   * environments or a span are meant: enough for what a list says of itself.
   */
  abstract count(wanted: WantedIssues & { readonly limit?: number }): Promise<number>;

  /** Whether there has ever been one in any of these projects, or in all when absent: deleted ones count too. */
  abstract hasEverHad(projectIds?: readonly number[]): Promise<boolean>;

  /** Id of its project, also of one that is merged; undefined when there is no such issue. */
  abstract findProject(id: number): Promise<number | undefined>;

  /** Ids of their projects, by issue; those that do not exist are left out. */
  abstract listProjectsOf(issueIds: readonly number[]): Promise<Map<number, number>>;

  /** With its state at `nowMs`, which is this machine's time when it is absent; undefined of one that is merged. */
  abstract find(id: number, nowMs?: number): Promise<Issue | undefined>;

  /**
   * Issues of a project that have a key with one of these look-alike keys, but `issueId`: those that share both first, then
   * the latest seen, at most `limit`. Of each look-alike key it looks at the 50 keys that were made last.
   */
  abstract listAlike(options: {
    issueId: number;
    projectId: number;
    lookAlikes: LookAlikeKeys;
    limit: number;
    nowMs?: number;
  }): Promise<AlikeIssue[]>;

  /** Id of the issue with that number, or of the one that it was merged into; undefined when there is none such. */
  abstract findByNumber(projectId: number, number: number): Promise<number | undefined>;
}
