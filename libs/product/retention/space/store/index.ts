import type { Capability } from '#persistence/stores';
import { KyselySpaceStore } from './kysely-space.store.ts';
import { createSpace } from './migrations/0021-create-space.ts';
import { SpaceStore } from './space.store.ts';
import { tables } from './space.tables.ts';

/** What the database takes of its disk, and what it gives back. */
export const space = {
  tables,
  migrations: [createSpace],
  stores: {
    space: {
      port: SpaceStore,
      open: (database, { clock }) => new KyselySpaceStore(database, clock),
    },
  },
} as const satisfies Capability;
