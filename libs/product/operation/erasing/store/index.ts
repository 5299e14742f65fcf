import type { Capability } from '#persistence/stores';
import { ErasureStore } from './erasure.store.ts';
import { tables } from './erasure.tables.ts';
import { createErasing } from './migrations/0022-create-erasing.ts';

export const erasing = {
  tables,
  migrations: [createErasing],
  stores: {
    erasures: {
      port: ErasureStore,
      open: (database, settings) => new ErasureStore(database, settings),
    },
  },
  erasing: [],
} as const satisfies Capability;
