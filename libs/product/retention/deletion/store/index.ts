import { type Capability, storeOf } from '#persistence/stores';
import { DeletionStore } from './deletion.store.ts';
/** Removes issues, and what is left of them, in steps. */
export const deletion = {
  tables: [],
  migrations: [],
  stores: { deletions: storeOf(DeletionStore) },
} as const satisfies Capability;
