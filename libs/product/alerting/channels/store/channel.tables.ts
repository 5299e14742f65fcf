import type { AlertKind } from '../rules/alert-message.ts';
import type { ChannelKind } from '../rules/channel-kinds.ts';
import type { Generated } from 'kysely';
import type { DeliveryState } from './delivery.types.ts';

export interface ChannelsTable {
  readonly id: Generated<number>;
  readonly project_id: number | null;
  readonly kind: ChannelKind;
  readonly name: string;
  readonly hint: string;
  readonly settings: Uint8Array;
  /** Random id of the encrypted settings. Decryption needs the same id. */
  readonly seal: string;
  /** Time at which the receiver answered that it no longer exists; null while the channel is on. */
  readonly gone_at: number | null;
  readonly gone_reason: string | null;
  readonly created_at: number;
}

export interface AllowedHostsTable {
  /** Lower case; with a port when only that port is allowed. */
  readonly host: string;
  readonly allowed_by: number | null;
  readonly allowed_at: number;
}

export interface DeliveriesTable {
  readonly id: Generated<number>;
  readonly message_id: string;
  readonly destination: string;
  readonly project_id: number | null;
  readonly channel_id: number | null;
  readonly rule_id: number | null;
  readonly kind: AlertKind;
  readonly title: string;
  /**
   * JSON of `AlertDelivery`; null for mail of the kinds `person` and `account`, which is not
   * stored.
   */
  readonly body: string | null;
  readonly state: DeliveryState;
  readonly attempts: number;
  readonly answer: string | null;
  readonly refused_host: string | null;
  readonly outbox_id: number | null;
  readonly next_at: number | null;
  readonly created_at: number;
  readonly tried_at: number | null;
}

export interface AskedTestsTable {
  /** Always 1, because the table has only one row. */
  readonly id: number;
  /**
   * JSON list of `AskedTest`, the tests of the last hour, oldest first, at most
   * `channelLimits.testsPerHour`.
   */
  readonly asked: string;
}

export const tables = ['channels', 'allowed_hosts', 'deliveries', 'asked_tests'] as const;

declare module '#persistence/stores' {
  interface Schema {
    readonly channels: ChannelsTable;
    readonly allowed_hosts: AllowedHostsTable;
    readonly deliveries: DeliveriesTable;
    readonly asked_tests: AskedTestsTable;
  }
}
