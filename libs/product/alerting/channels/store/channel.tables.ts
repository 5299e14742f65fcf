import type { AlertKind } from '../rules/alert-message.ts';
import type { ChannelKind } from '../rules/channel-kinds.ts';
import type { Generated } from 'kysely';
import type { DeliveryState } from './delivery.types.ts';

export interface ChannelsTable {
  readonly id: Generated<number>;
  /** Null: of the whole instance. */
  readonly project_id: number | null;
  readonly kind: ChannelKind;
  readonly name: string;
  /** By which people tell channels apart; nothing secret. */
  readonly hint: string;
  /** `ChannelSettings` as JSON, encrypted. */
  readonly settings: Uint8Array;
  /** Random: the name under which the settings are encrypted. */
  readonly seal: string;
  /** When its receiver said that it is gone; null while it is on. */
  readonly gone_at: number | null;
  readonly gone_reason: string | null;
  readonly created_at: number;
}

export interface AllowedHostsTable {
  /** In lower case, with its port where that alone is allowed. */
  readonly host: string;
  readonly allowed_by: number | null;
  readonly allowed_at: number;
}

export interface DeliveriesTable {
  readonly id: Generated<number>;
  readonly message_id: string;
  /** `channel:5`, `mail:ann@example.org`. */
  readonly destination: string;
  readonly project_id: number | null;
  readonly channel_id: number | null;
  readonly rule_id: number | null;
  readonly kind: AlertKind;
  readonly title: string;
  /** `AlertDelivery` as JSON; null of what is for one person alone. */
  readonly body: string | null;
  readonly state: DeliveryState;
  readonly attempts: number;
  readonly answer: string | null;
  /** Host, with its port if it has one of its own, that the latest attempt was not allowed to reach. */
  readonly refused_host: string | null;
  /** While it waits. */
  readonly outbox_id: number | null;
  readonly next_at: number | null;
  readonly created_at: number;
  readonly tried_at: number | null;
}

/** One row: which tests were asked for in the last hour. */
export interface AskedTestsTable {
  /** Always 1. */
  readonly id: number;
  /** `AskedTest`s as JSON, the oldest first; at most `channelLimits.testsPerHour`. */
  readonly asked: string;
}

/** All tables of this capability. */
export const tables = ['channels', 'allowed_hosts', 'deliveries', 'asked_tests'] as const;

declare module '#persistence/stores' {
  interface Schema {
    readonly channels: ChannelsTable;
    readonly allowed_hosts: AllowedHostsTable;
    readonly deliveries: DeliveriesTable;
    readonly asked_tests: AskedTestsTable;
  }
}
