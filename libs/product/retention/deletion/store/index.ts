import { type Capability, storeOf } from '#persistence/stores';
import { DeletionStore } from './deletion.store.ts';
export const deletion = {
  tables: [],
  migrations: [],
  stores: { deletions: storeOf(DeletionStore) },
} as const satisfies Capability;
