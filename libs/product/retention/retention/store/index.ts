import type { Capability } from '#persistence/stores';
import { RetentionStore } from './retention.store.ts';
export const retention = {
  tables: [],
  migrations: [],
  stores: {
    retention: {
      port: RetentionStore,
      open: (database, { clock }) => new RetentionStore(database, clock),
    },
  },
} as const satisfies Capability;
