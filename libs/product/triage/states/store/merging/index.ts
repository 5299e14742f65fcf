import { type Capability, storeOf } from '#persistence/stores';
import { MergeStore } from './merge.store.ts';
import { tables } from './merging.tables.ts';
import { createMerging } from './migrations/0009-create-merging.ts';

/** Merges issues, and takes them apart again, by their grouping keys. */
export const merging = {
  tables,
  migrations: [createMerging],
  stores: { merges: storeOf(MergeStore) },
} as const satisfies Capability;
