import { type Capability, storeOf } from '#persistence/stores';
import { DeletionStore } from './deletion.store.ts';
import { KyselyDeletionStore } from './kysely-deletion.store.ts';

/** Removes issues, and what is left of them, in steps. */
export const deletion = {
  tables: [],
  migrations: [],
  stores: { deletions: storeOf(DeletionStore, KyselyDeletionStore) },
} as const satisfies Capability;
