import { type Capability, storeOf } from '#persistence/stores';
import { MergeStore } from './merge.store.ts';
import { tables } from './merging.tables.ts';
import { createMerging } from './migrations/0009-create-merging.ts';

export const merging = {
  tables,
  migrations: [createMerging],
  stores: { merges: storeOf(MergeStore) },
} as const satisfies Capability;
