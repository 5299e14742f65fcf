import { type Capability, storeOf } from '../../capability.ts';
import { KyselyMergeStore } from './kysely-merge.store.ts';
import { MergeStore } from './merge.store.ts';
import { tables } from './merging.tables.ts';
import { mergedIssues } from './migrations/0030-merged-issues.ts';
import { userRecounts } from './migrations/0037-user-recounts.ts';

/** Merges issues, and takes them apart again, by their grouping keys. */
export const merging = {
  tables,
  migrations: [mergedIssues, userRecounts],
  stores: { merges: storeOf(MergeStore, KyselyMergeStore) },
} as const satisfies Capability;
