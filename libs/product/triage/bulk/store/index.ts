import { type Capability, storeOf } from '#persistence/stores';
import { BulkStore } from './bulk.store.ts';
import { tables } from './bulk.tables.ts';
import { createBulk } from './migrations/0026-create-bulk.ts';

export const bulk = {
  tables,
  migrations: [createBulk],
  stores: { bulks: storeOf(BulkStore) },
} as const satisfies Capability;
