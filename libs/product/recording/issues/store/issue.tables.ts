import type { EventLevel, IssueState, IssueStatus, UnresolvedKind } from '#shared';
import type { Generated } from 'kysely';

/** Its counters are those of its keys, summed, but users count once; its head is that of the newest key. `refreshIssues` keeps them so. */
export interface IssuesTable extends Head, Counters, StateColumns {
  readonly id: Generated<number>;
  readonly project_id: number;
  readonly number: number;
  /** A user's id. */
  readonly assignee_id: number | null;
  /** The issue that has its keys now, never a merged one itself. Its own counters stay as they were at the merge. */
  readonly merged_into: number | null;
  /** By how many the sum of its keys' users is more than its users: who met several keys is one user. */
  readonly surplus_users: Generated<number>;
  /** Of the head whose words are in `issue_words`; null where none are yet. */
  readonly words_hash: number | null;
  /** As `TrendStore` has it. */
  readonly trend: Generated<number>;
}

/** The first place where anything is counted: merging issues only points keys at another issue. */
export interface GroupingKeysTable extends Generates<Head>, Counters {
  readonly id: Generated<number>;
  readonly project_id: number;
  /** 32 hex digits; other than that once its issue is deleted, so that no event has it. */
  readonly key: string;
  /** Null once its issue is deleted: all that was counted under it is being removed. */
  readonly issue_id: number | null;
  /** 1 while its issue has other keys, too: then its new users may be known there. */
  readonly is_one_of_several: Generated<number>;
  /** The issue that it was merged away from, and goes back to; null of its issue's own. That issue may be deleted by now. */
  readonly merged_from: number | null;
  /** `events.id` of the event whose head this is. 0 where nothing was recorded since keys have heads. */
  readonly newest_event_id: Generated<number>;
  /** How many rows of `key_pointers` lead here. */
  readonly pointers: Generated<number>;
  /** The version of grouping that made it. */
  readonly version: Generated<number>;
  /** `LookAlikeKeys` of the event that made it, empty where that has none. */
  readonly alike_words: Generated<string>;
  readonly alike_place: Generated<string>;
}

/** A key that is no row of `grouping_keys`, because events that have it count under a key of an older version of grouping. */
export interface KeyPointersTable {
  readonly project_id: number;
  /** 32 hex digits; no `grouping_keys.key` of the project. */
  readonly key: string;
  /** The version of grouping that made it. */
  readonly version: number;
  readonly grouping_key_id: number;
}

export interface KeyUsersTable {
  readonly grouping_key_id: number;
  readonly user_hash: string;
  /** Days since 1970, in UTC, of the receipt of events of that user: the first one that was counted, and the last. */
  readonly first_on: Generated<number>;
  readonly last_on: Generated<number>;
}

/** An `IssueState`: what its kind does not have is null. Read and written by `triage/state-row.ts` alone. */
interface StateColumns {
  readonly status: Generated<IssueStatus>;
  readonly status_kind: Generated<IssueState['kind']>;
  /** Null: since the issue was first seen. */
  readonly status_since: number | null;
  /** A user's id; null when nobody, an event or time, did it. */
  readonly status_by: number | null;
  readonly resolved_release: string | null;
  readonly mute_until: number | null;
  readonly mute_count: number | null;
  readonly mute_baseline: number | null;
  readonly mute_reopens_as: UnresolvedKind | null;
}

/** What the newest event is called, by when events occurred; of two at one time that with the greater id. */
interface Head {
  readonly type: string;
  readonly value: string;
  readonly place: string;
  readonly level: EventLevel;
}

type Generates<T> = { readonly [Column in keyof T]: Generated<T[Column]> };

/** What keys and issues count alike. The times are those at which events occurred. */
interface Counters {
  readonly events: number;
  readonly users: number;
  readonly first_seen_at: number;
  readonly last_seen_at: number;
  readonly first_release: string | null;
  readonly last_release: string | null;
}

/** What happened to an issue, in the order of its ids. */
export interface IssueHistoryTable {
  readonly id: Generated<number>;
  readonly issue_id: number;
  readonly at: number;
  /** A user's id; null when nobody, an event or time, did it. */
  readonly by_user: number | null;
  readonly what: 'state' | 'assignee' | 'comment' | 'grouping' | 'reprocessing';
  /**
   * JSON: an `IssueState`, or a user's id; null where nobody was assigned. Of `grouping` the second is a `Regrouping`, and the
   * first the id of the issue whose own row tells the same; null of that one. Of `reprocessing` the second is a `Reprocessed`.
   */
  readonly from_value: string | null;
  readonly to_value: string | null;
  /** `issue_history.id` of what this took back. */
  readonly undoes: number | null;
  readonly comment_id: number | null;
}

/** All tables of this capability. */
export const tables = [
  'issues',
  'grouping_keys',
  'key_pointers',
  'key_users',
  'issue_history',
] as const;

declare module '#persistence/stores' {
  interface Schema {
    readonly issues: IssuesTable;
    readonly grouping_keys: GroupingKeysTable;
    readonly key_pointers: KeyPointersTable;
    readonly key_users: KeyUsersTable;
    readonly issue_history: IssueHistoryTable;
  }
}
