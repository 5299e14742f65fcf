import { type Capability, storeOf } from '#persistence/stores';
import { CountStore } from './count.store.ts';
import { tables } from './count.tables.ts';
import { createCounts } from './migrations/0024-create-counts.ts';

export const counts = {
  tables,
  migrations: [createCounts],
  stores: { counts: storeOf(CountStore) },
} as const satisfies Capability;
