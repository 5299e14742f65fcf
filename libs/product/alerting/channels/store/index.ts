import type { Capability } from '#persistence/stores';
import { KyselyOutboxStore } from '#product/alerting/outbox';
import { ChannelStore } from './channel.store.ts';
import { tables } from './channel.tables.ts';
import { DeliveryStore } from './delivery.store.ts';
import { KyselyChannelStore } from './kysely-channel.store.ts';
import { KyselyDeliveryStore } from './kysely-delivery.store.ts';
import { createChannels } from './migrations/0029-create-channels.ts';

/** Where alerts go, and what became of each that was sent. */
export const channels = {
  tables,
  migrations: [createChannels],
  stores: {
    channels: {
      port: ChannelStore,
      open: (database, { secret }): ChannelStore => new KyselyChannelStore(database, secret),
    },
    deliveries: {
      port: DeliveryStore,
      open: (database, { secret }): DeliveryStore =>
        new KyselyDeliveryStore(database, new KyselyOutboxStore(database), secret),
    },
  },
} as const satisfies Capability;
