import { type Capability, storeOf } from '#persistence/stores';
import { OperationSampleStore } from './operation-sample.store.ts';
import { SpaceStore } from './space.store.ts';
import { createSpace } from './migrations/0021-create-space.ts';
import { createOperationSamples } from './migrations/0059-create-operation-samples.ts';

interface SpaceUseTable {
  readonly singleton: 1;
  readonly measured_at: number;
  /** A `SpaceUse` as JSON. */
  readonly value: string;
}

/** A row for each relay and hour. */
interface OperationSamplesTable {
  readonly starts_at: number;
  /** Name of the relay's spool. */
  readonly relay: string;
  readonly waiting: number;
  readonly oldest_ms: number;
  readonly database_bytes: number;
  readonly own_bytes: number;
  readonly log_bytes: number;
  readonly spool_bytes: number;
  readonly disk_bytes: number | null;
  readonly free_bytes: number | null;
}

declare module '#persistence/stores' {
  interface Schema {
    readonly space_use: SpaceUseTable;
    readonly operation_samples: OperationSamplesTable;
  }
}

export const space = {
  tables: ['space_use', 'operation_samples'],
  migrations: [createSpace, createOperationSamples],
  stores: {
    space: {
      port: SpaceStore,
      open: (database, { clock }) => new SpaceStore(database, clock),
    },
    operationSamples: storeOf(OperationSampleStore),
  },
} as const satisfies Capability;
