import type { Selectable } from 'kysely';
import type { DecodedPayload, GroupedEvent } from '#product/recording/reports';
import type { ReprocessingState, ReprocessingsTable } from './reprocessing.tables.ts';

export type OrderRow = Selectable<ReprocessingsTable>;

export interface ReprocessingWish {
  readonly issueId: number;
  /** Absent where an upload asks. */
  readonly byUserId?: number;
  readonly nowMs: number;
}

/** `at_work`: the issue has an order that is not done. `nothing`: it has no whole events of the last week. */
export type AskOutcome = 'asked' | 'at_work' | 'nothing';

/** The latest order of an issue, as far as it is. */
export interface Reprocessing {
  readonly state: ReprocessingState;
  readonly looked: number;
  readonly total: number;
  readonly mapped: number;
}

/** A whole event that is to be looked at. */
export interface PageEvent {
  readonly id: number;
  readonly project_id: number;
  readonly event_id: string;
  readonly grouping_key_id: number;
  readonly received_at: number;
  readonly occurred_at: number;
  readonly user_number: number | null;
  /** As it is stored. */
  readonly body: Buffer;
  /** Absent where it is damaged. */
  readonly payload?: DecodedPayload;
  /** Where an undo has it count again. */
  readonly backTo?: number;
}

/** Some events of an order. Without any, its key is at its end. */
export interface ReprocessingPage {
  readonly order: OrderRow;
  readonly events: readonly PageEvent[];
}

/** An event with what it is now. */
export interface RemadeEvent {
  readonly event: PageEvent;
  readonly grouped: GroupedEvent;
}
