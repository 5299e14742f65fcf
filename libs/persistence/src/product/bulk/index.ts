import { type Capability, storeOf } from '../../capability.ts';
import { BulkStore } from './bulk.store.ts';
import { tables } from './bulk.tables.ts';
import { KyselyBulkStore } from './kysely-bulk.store.ts';
import { bulkChanges } from './migrations/0042-bulk-changes.ts';

/** What is done to all issues of a search, in steps. */
export const bulk = {
  tables,
  migrations: [bulkChanges],
  stores: { bulks: storeOf(BulkStore, KyselyBulkStore) },
} as const satisfies Capability;
