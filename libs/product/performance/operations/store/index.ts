import type { Capability } from '#persistence/stores';
import { OperationStore } from './operation.store.ts';

/** Operations are counted with their segments, in the tables of these. */
export const operations = {
  tables: [],
  migrations: [],
  stores: {
    operations: {
      port: OperationStore,
      open: (database, { clock }) => new OperationStore(database, clock),
    },
  },
} as const satisfies Capability;
