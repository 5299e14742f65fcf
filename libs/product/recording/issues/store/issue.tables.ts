import type { EventLevel, IssueState, IssueStatus, MuteWindow, UnresolvedKind } from '#shared';
import type { Generated } from 'kysely';

/**
 * An issue's counters are the sums of its grouping keys' counters, except that each user counts
 * once. Its head (type, value, place and level) is the head of its newest grouping key.
 * `refreshIssues` maintains counters and head.
 */
export interface IssuesTable extends Head, Counters, StateColumns {
  readonly id: Generated<number>;
  readonly project_id: number;
  readonly number: number;
  readonly assignee_id: number | null;
  /**
   * The issue into which this issue was merged, and which is not merged itself. The grouping keys
   * of this issue now belong to the other issue. The merged issue's counters stay as they were at
   * the merge.
   */
  readonly merged_into: number | null;
  /**
   * Sum of the users of all grouping keys, minus the issue's users. A user of several grouping keys
   * counts once for the issue.
   */
  readonly surplus_users: Generated<number>;
  /** Hash of the head whose words are in `issue_words`; null when no words are stored. */
  readonly words_hash: number | null;
  readonly trend: Generated<number>;
  /** Release of the event that last reopened the issue. Stays when the issue is resolved again. */
  readonly regressed_release: Generated<string | null>;
  /** JSON: the `MuteCounts` of the issue's latest mute until events within a window. */
  readonly mute_counts: string | null;
}

/**
 * Events are counted by key. An issue's counters are sums over its keys, so a merge only assigns
 * keys to another issue.
 */
export interface GroupingKeysTable extends Generates<Head>, Counters {
  readonly id: Generated<number>;
  readonly project_id: number;
  /**
   * 32 hex digits. Replaced once the issue is deleted, so that no further event is counted in this
   * row.
   */
  readonly key: string;
  /** Null once the issue is deleted, until all counts under the key are removed. */
  readonly issue_id: number | null;
  /**
   * 1 when the issue has other keys as well. New users of this key may then already be known under
   * another key.
   */
  readonly is_one_of_several: Generated<number>;
  /**
   * The issue that had the key before any merge, and to which undoing a merge returns the key; null
   * for the issue's own keys. The issue may be deleted by now.
   */
  readonly merged_from: number | null;
  /** `events.id` of the event that gives the head; 0 when there is none. */
  readonly newest_event_id: Generated<number>;
  readonly pointers: Generated<number>;
  readonly version: Generated<number>;
  /** `LookAlikeKeys` of the event that made the key, empty when it has none. */
  readonly alike_words: Generated<string>;
  readonly alike_place: Generated<string>;
}

/**
 * A key without a row in `grouping_keys`. Events with this key count under a key from an older
 * version of grouping.
 */
export interface KeyPointersTable {
  readonly project_id: number;
  /** 32 hex digits. No `grouping_keys.key` of the project has the same value. */
  readonly key: string;
  readonly version: number;
  readonly grouping_key_id: number;
}

export interface KeyUsersTable {
  readonly grouping_key_id: number;
  readonly user_hash: string;
  /**
   * UTC days since 1970 on which the first counted and the last event of the user were received.
   */
  readonly first_on: Generated<number>;
  readonly last_on: Generated<number>;
}

/**
 * An `IssueState`, with null for what its kind does not have. `state-row.ts` converts both ways.
 */
interface StateColumns {
  readonly status: Generated<IssueStatus>;
  readonly status_kind: Generated<IssueState['kind']>;
  /** Null when the state began as the issue was first seen. */
  readonly status_since: number | null;
  /** Id of a user; null when an event or the passing of time changed the state. */
  readonly status_by: number | null;
  readonly resolved_release: string | null;
  readonly resolved_commit: string | null;
  /** JSON of `ReleaseBounds`. */
  readonly resolved_bounds: string | null;
  readonly mute_until: number | null;
  readonly mute_count: number | null;
  readonly mute_baseline: number | null;
  readonly mute_reopens_as: UnresolvedKind | null;
  readonly mute_window: MuteWindow | null;
}

/**
 * Fields of the newest event, by when events occurred. Among events that occurred at the same time,
 * the event with the greatest id is the newest.
 */
interface Head {
  readonly type: string;
  readonly value: string;
  readonly place: string;
  readonly level: EventLevel;
}

type Generates<T> = { readonly [Column in keyof T]: Generated<T[Column]> };

/** Counters that keys and issues share. Times are those at which events occurred. */
interface Counters {
  readonly events: number;
  readonly users: number;
  readonly first_seen_at: number;
  readonly last_seen_at: number;
  readonly first_release: string | null;
  readonly last_release: string | null;
}

/** Ids ascend in the order in which things happened to an issue. */
export interface IssueHistoryTable {
  readonly id: Generated<number>;
  readonly issue_id: number;
  readonly at: number;
  readonly by_user: number | null;
  readonly what: 'state' | 'assignee' | 'comment' | 'grouping' | 'reprocessing';
  /**
   * JSON: an `IssueState`, or the id of an assigned user, or null when nobody was assigned.
   *
   * For `grouping`, `to_value` is a `Regrouping`. Each other issue that the regrouping concerns
   * gets a row as well, with the id of the regrouped issue as `from_value`. In the regrouped
   * issue's own row `from_value` is null. For `reprocessing`, `to_value` is a `Reprocessed`.
   */
  readonly from_value: string | null;
  readonly to_value: string | null;
  /** `issue_history.id` of the row that this row undoes. */
  readonly undoes: number | null;
  readonly comment_id: number | null;
}

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
