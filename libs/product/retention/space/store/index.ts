import type { Capability } from '#persistence/stores';
import { SpaceStore } from './space.store.ts';
import { createSpace } from './migrations/0021-create-space.ts';
import { tables } from './space.tables.ts';

export const space = {
  tables,
  migrations: [createSpace],
  stores: {
    space: {
      port: SpaceStore,
      open: (database, { clock }) => new SpaceStore(database, clock),
    },
  },
} as const satisfies Capability;
