import type { Capability } from '../../capability.ts';
import { KyselyRetentionStore } from './kysely-retention.store.ts';
import { retention as addRetention } from './migrations/0032-retention.ts';
import { RetentionStore } from './retention.store.ts';

/** Ends what projects sent, by age and where room is needed. */
export const retention = {
  tables: [],
  migrations: [addRetention],
  stores: {
    retention: {
      port: RetentionStore,
      open: (database, { clock }) => new KyselyRetentionStore(database, clock),
    },
  },
} as const satisfies Capability;
