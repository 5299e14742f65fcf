import type { Selectable } from 'kysely';
import type { DecodedPayload, GroupedEvent } from '#product/recording/reports';
import type { ReprocessingState, ReprocessingsTable } from './reprocessing.tables.ts';

export type OrderRow = Selectable<ReprocessingsTable>;

export interface ReprocessingRequest {
  readonly issueId: number;
  /** Absent when an upload requests the reprocessing. */
  readonly byUserId?: number;
  readonly nowMs: number;
}

/**
 * `at_work`: the issue has an unfinished order. `nothing`: the issue has no event of the last week
 * with a payload.
 */
export type AskResult = 'asked' | 'at_work' | 'nothing';

export interface Reprocessing {
  readonly state: ReprocessingState;
  readonly looked: number;
  readonly total: number;
  readonly mapped: number;
}

export interface PageEvent {
  readonly id: number;
  readonly project_id: number;
  readonly event_id: string;
  readonly grouping_key_id: number;
  readonly received_at: number;
  readonly occurred_at: number;
  readonly user_number: number | null;
  readonly body: Buffer;
  /** Absent when the payload is damaged. */
  readonly payload?: DecodedPayload;
  /** Id of the key to which an undo moves the event back. */
  readonly backTo?: number;
}

/** Some events of an order. An empty page means that the current key has none left. */
export interface ReprocessingPage {
  readonly order: OrderRow;
  readonly events: readonly PageEvent[];
}

export interface RemadeEvent {
  readonly event: PageEvent;
  readonly grouped: GroupedEvent;
}
