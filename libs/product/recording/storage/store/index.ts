import { type Capability, storeOf } from '#persistence/stores';
import { StorageStore } from './storage.store.ts';
import { createStorage } from './migrations/0014-create-storage.ts';
import { tables } from './storage.tables.ts';

/** How much is stored of what projects sent, and how much may be. */
export const storage = {
  tables,
  migrations: [createStorage],
  stores: { storage: storeOf(StorageStore) },
} as const satisfies Capability;
