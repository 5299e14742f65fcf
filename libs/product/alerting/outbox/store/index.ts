import { type Capability, storeOf } from '#persistence/stores';
import { OutboxStore } from './outbox.store.ts';
import { createOutbox } from './migrations/0016-create-outbox.ts';
import { tables } from './outbox.tables.ts';

export const outbox = {
  tables,
  migrations: [createOutbox],
  stores: { outbox: storeOf(OutboxStore) },
} as const satisfies Capability;
