import { type Capability, storeOf } from '../../capability.ts';
import { CountStore } from './count.store.ts';
import { tables } from './count.tables.ts';
import { KyselyCountStore } from './kysely-count.store.ts';
import { eventCounts } from './migrations/0039-event-counts.ts';

/** Events counted by when they occurred, their release and their environment. Recording counts them with their keys. */
export const counts = {
  tables,
  migrations: [eventCounts],
  stores: { counts: storeOf(CountStore, KyselyCountStore) },
} as const satisfies Capability;
