import type { EventLevel } from '#shared';
import type { Generated } from 'kysely';
import type { NotStored } from '#product/recording/reports';

/**
 * An event belongs to the issue of its grouping key. The payload is in `event_payloads`, so that
 * rows stay narrow.
 */
export interface EventsTable {
  readonly id: Generated<number>;
  readonly project_id: number;
  readonly event_id: string;
  readonly grouping_key_id: number;
  /**
   * Version of grouping whose key led to the event's row in `grouping_keys`; null when the project
   * made too many issues.
   */
  readonly grouping_version: number | null;
  readonly received_at: number;
  readonly occurred_at: number;
  readonly level: EventLevel;
  readonly release: string | null;
  readonly environment: string | null;
  readonly trace_id: string | null;
  /**
   * Null when the event has a payload. All other events are stubs. A stub has no release and
   * environment, unless it had a payload first (`thinned`, `erased`).
   */
  readonly not_kept: NotKept | null;
  /** Set on stubs only: the tag `digest`, and the user's name. */
  readonly digest: string | null;
  readonly user_name: string | null;
  /** Number made from the user's pseudonym (`toUserNumber`); null when the event names no user. */
  readonly user_number: Generated<number | null>;
}

export interface EventPayloadsTable {
  /** `events.id`. */
  readonly id: number;
  readonly encoding: string;
  readonly body: Buffer;
}

/**
 * Why only a stub is stored. A `thinned` event had a payload until its storage was needed for newer
 * events, and an `erased` event until a person was erased whom it named.
 */
export type NotKept = NotStored | 'thinned' | 'erased';

export const tables = ['events', 'event_payloads'] as const;

declare module '#persistence/stores' {
  interface Schema {
    readonly events: EventsTable;
    readonly event_payloads: EventPayloadsTable;
  }
}
