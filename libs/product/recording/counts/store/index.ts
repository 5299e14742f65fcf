import { type Capability, storeOf } from '#persistence/stores';
import { CountStore } from './count.store.ts';
import { tables } from './count.tables.ts';
import { createCounts } from './migrations/0024-create-counts.ts';

/** Events counted by when they occurred, their release and their environment. Recording counts them with their keys. */
export const counts = {
  tables,
  migrations: [createCounts],
  stores: { counts: storeOf(CountStore) },
} as const satisfies Capability;
