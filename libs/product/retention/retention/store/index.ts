import type { Capability } from '#persistence/stores';
import { RetentionStore } from './retention.store.ts';
export const retention = {
  tables: [],
  migrations: [],
  stores: {
    retention: {
      port: RetentionStore,
      open: (database, settings) => new RetentionStore(database, settings),
    },
  },
} as const satisfies Capability;
