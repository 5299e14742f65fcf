import type { EventLevel } from '#shared';
import type { Generated } from 'kysely';
import type { NotStored } from '#product/recording/reports';

/** Reaches its issue through its key. The body is in `event_payloads`, so that rows stay narrow. */
export interface EventsTable {
  readonly id: Generated<number>;
  readonly project_id: number;
  readonly event_id: string;
  readonly grouping_key_id: number;
  /** Which version of grouping decided; null where none did. */
  readonly grouping_version: number | null;
  readonly received_at: number;
  readonly occurred_at: number;
  readonly level: EventLevel;
  readonly release: string | null;
  readonly environment: string | null;
  readonly trace_id: string | null;
  /** Null of those that have a payload. The others are stubs, without release and environment. */
  readonly not_kept: NotKept | null;
  /** Of stubs: what was sent as the tag `digest`, and who the user was. */
  readonly digest: string | null;
  readonly user_name: string | null;
  /** A number that stands for the user, made of their sealed hash; null where none is named, or known. */
  readonly user_number: Generated<number | null>;
}

export interface EventPayloadsTable {
  /** `events.id`. */
  readonly id: number;
  readonly encoding: string;
  readonly body: Buffer;
}

/** Why there is no more than a stub: `thinned` had its payload until room was made. */
export type NotKept = NotStored | 'thinned';

/** All tables of this capability. */
export const tables = ['events', 'event_payloads'] as const;

declare module '#persistence/stores' {
  interface Schema {
    readonly events: EventsTable;
    readonly event_payloads: EventPayloadsTable;
  }
}
