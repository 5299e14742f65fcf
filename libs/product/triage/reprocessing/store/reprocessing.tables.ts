import type { Generated } from 'kysely';

/** `running` until all events were looked at; `undoing` until those that moved are back; `failed` by a fault of ours. */
export type ReprocessingState = 'running' | 'done' | 'undoing' | 'undone' | 'failed';

/** An order to process events of an issue again. */
export interface ReprocessingsTable {
  readonly id: Generated<number>;
  readonly project_id: number;
  /** The issue that has the keys: the other one, where the order merged it. */
  readonly issue_id: number;
  /** A user's id; null where an upload gave rise to it. */
  readonly by_user: number | null;
  readonly asked_at: number;
  readonly state: ReprocessingState;
  /** JSON: ids of the keys that the issue had when it was asked. One after the other is walked. */
  readonly keys: string;
  /** Place of the current one. */
  readonly key_place: Generated<number>;
  /** When the last event occurred that was looked at, and its `events.id`. An undo goes by the id alone. */
  readonly reached_at: number;
  readonly reached_id: Generated<number>;
  /** Whole events that there were to look at when it was asked. */
  readonly total: number;
  readonly looked: Generated<number>;
  /** Events that have got original places. */
  readonly mapped: Generated<number>;
  /** `grouping_keys.id` of the first other key that an event got, which stays with the issue. */
  readonly first_key: number | null;
  /** `issue_history.id` of the merge with the issue that had that key. */
  readonly merge_id: number | null;
}

/** An event that moved: `events.id`, and `grouping_keys.id` before and after. None of the rows may be there any more. */
export interface ReprocessedEventsTable {
  readonly order_id: number;
  readonly event_id: number;
  readonly from_key: number;
  readonly to_key: number;
}

/** All tables of this capability. */
export const tables = ['reprocessings', 'reprocessed_events'] as const;

declare module '#persistence/stores' {
  interface Schema {
    readonly reprocessings: ReprocessingsTable;
    readonly reprocessed_events: ReprocessedEventsTable;
  }
}
