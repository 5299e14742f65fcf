import { type Capability, storeOf } from '#persistence/stores';
import { OperationSampleStore } from './operation-sample.store.ts';
import { SpaceStore } from './space.store.ts';
import { createSpace } from './migrations/0021-create-space.ts';
import { createOperationSamples } from './migrations/0059-create-operation-samples.ts';
import { tables } from './space.tables.ts';

export const space = {
  tables,
  migrations: [createSpace, createOperationSamples],
  stores: {
    space: {
      port: SpaceStore,
      open: (database, { clock }) => new SpaceStore(database, clock),
    },
    operationSamples: storeOf(OperationSampleStore),
  },
} as const satisfies Capability;
