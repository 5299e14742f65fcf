import type { Capability } from '#persistence/stores';
import { DeletionStore } from './deletion.store.ts';
export const deletion = {
  tables: [],
  migrations: [],
  stores: {
    deletions: {
      port: DeletionStore,
      open: (database, { fileOwners }) => new DeletionStore(database, fileOwners),
    },
  },
} as const satisfies Capability;
