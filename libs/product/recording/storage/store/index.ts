import { type Capability, storeOf } from '#persistence/stores';
import { StorageStore } from './storage.store.ts';
import { createStorage } from './migrations/0014-create-storage.ts';
import { tables } from './storage.tables.ts';

export const storage = {
  tables,
  migrations: [createStorage],
  stores: { storage: storeOf(StorageStore) },
} as const satisfies Capability;
