import type { Generated } from 'kysely';

/**
 * An order (a request to reprocess an issue) is `running` until it has processed all events, and
 * `undoing` until moved events are back. After an unexpected error it is `failed`.
 */
export type ReprocessingState = 'running' | 'done' | 'undoing' | 'undone' | 'failed';

export interface ReprocessingsTable {
  readonly id: Generated<number>;
  readonly project_id: number;
  /**
   * The issue whose events are reprocessed. When the order merges it into another issue, this
   * becomes the other issue's id.
   */
  readonly issue_id: number;
  readonly by_user: number | null;
  readonly asked_at: number;
  readonly state: ReprocessingState;
  /**
   * JSON list of the ids of the issue's keys when the order was requested. Steps process one key
   * after another.
   */
  readonly keys: string;
  readonly key_place: Generated<number>;
  /** Time and `events.id` of the last processed event. An undo uses only the id. */
  readonly reached_at: number;
  readonly reached_id: Generated<number>;
  readonly total: number;
  readonly looked: Generated<number>;
  /** Number of events that got original positions from a source map. */
  readonly mapped: Generated<number>;
  /**
   * Id in `grouping_keys` of the first new key that an event got. This key belongs to the order's
   * issue.
   */
  readonly first_key: number | null;
  readonly merge_id: number | null;
}

/**
 * An event that an order moved from one key to another. The event and both keys may have been
 * deleted.
 */
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
