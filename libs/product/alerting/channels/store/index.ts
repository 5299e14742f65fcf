import type { Capability } from '#persistence/stores';
import { OutboxStore } from '#product/alerting/outbox';
import { ChannelStore } from './channel.store.ts';
import { tables } from './channel.tables.ts';
import { DeliveryStore } from './delivery.store.ts';
import { createChannels } from './migrations/0029-create-channels.ts';
import { noteRefusedHosts } from './migrations/0040-note-refused-hosts.ts';

export const channels = {
  tables,
  migrations: [createChannels, noteRefusedHosts],
  stores: {
    channels: {
      port: ChannelStore,
      open: (database, { secret }) => new ChannelStore(database, secret),
    },
    deliveries: {
      port: DeliveryStore,
      open: (database, { secret }) =>
        new DeliveryStore(database, new OutboxStore(database), secret),
    },
  },
  auditTexts: {
    channel: 'Channels',
    'allowed-host': 'Allowed hosts',
    'channel.added': ({ inProject, to }) => `added the channel ${to}${inProject}`,
    'channel.changed': ({ inProject, to }) => `changed the channel ${to}${inProject}`,
    'channel.removed': ({ inProject, from }) => `removed the channel ${from}${inProject}`,
    'channel.switched_off': ({ inProject, to }) =>
      `switched the channel ${to}${inProject} off, since its receiver is gone`,
    'allowed-host.added': ({ to }) => `allowed channels to call ${to}`,
    'allowed-host.removed': ({ from }) => `no longer allowed channels to call ${from}`,
  },
} as const satisfies Capability;
