import type { Generated } from 'kysely';

/**
 * An order is `running` until it has processed all events, `undoing` until moved events are back,
 * and `failed` after a fault of this program.
 */
export type ReprocessingState = 'running' | 'done' | 'undoing' | 'undone' | 'failed';

export interface ReprocessingsTable {
  readonly id: Generated<number>;
  readonly project_id: number;
  /**
   * The issue that has the keys. After a merge by the order, the issue into which it was merged.
   */
  readonly issue_id: number;
  /** Null when an upload caused the order. */
  readonly by_user: number | null;
  readonly asked_at: number;
  readonly state: ReprocessingState;
  /**
   * JSON with the ids of the issue's keys at the time of the request. Steps walk them one after
   * another.
   */
  readonly keys: string;
  readonly key_place: Generated<number>;
  /** Time and `events.id` of the last processed event. An undo uses the id alone. */
  readonly reached_at: number;
  readonly reached_id: Generated<number>;
  readonly total: number;
  readonly looked: Generated<number>;
  /** Events that got original places. */
  readonly mapped: Generated<number>;
  /**
   * Id in `grouping_keys` of the first different key that an event got. This key stays with the
   * issue.
   */
  readonly first_key: number | null;
  /** Id in `issue_history` of the merge that the order made. */
  readonly merge_id: number | null;
}

/** An event that moved from one key to another. The event and both keys may be deleted by now. */
export interface ReprocessedEventsTable {
  readonly order_id: number;
  readonly event_id: number;
  readonly from_key: number;
  readonly to_key: number;
}

export const tables = ['reprocessings', 'reprocessed_events'] as const;

declare module '#persistence/stores' {
  interface Schema {
    readonly reprocessings: ReprocessingsTable;
    readonly reprocessed_events: ReprocessedEventsTable;
  }
}
