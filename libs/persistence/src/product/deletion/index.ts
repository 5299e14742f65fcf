import { type Capability, storeOf } from '../../capability.ts';
import { DeletionStore } from './deletion.store.ts';
import { KyselyDeletionStore } from './kysely-deletion.store.ts';
import { deletion as deleteIssues } from './migrations/0007-deletion.ts';

/** Removes issues, and what is left of them, in steps. */
export const deletion = {
  tables: [],
  migrations: [deleteIssues],
  stores: { deletions: storeOf(DeletionStore, KyselyDeletionStore) },
} as const satisfies Capability;
