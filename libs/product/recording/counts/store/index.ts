import { type Capability, storeOf } from '#persistence/stores';
import { CountStore } from './count.store.ts';
import { tables } from './count.tables.ts';
import { createCounts } from './migrations/0024-create-counts.ts';
import { createNameRanks } from './migrations/0052-create-name-ranks.ts';
import { NameStore } from './name.store.ts';
import { removeNamesOfProject } from './remove-names-of-project.ts';

export const counts = {
  tables,
  migrations: [createCounts, createNameRanks],
  stores: { counts: storeOf(CountStore), names: storeOf(NameStore) },
  projectRemoval: [removeNamesOfProject],
} as const satisfies Capability;
