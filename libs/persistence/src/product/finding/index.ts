import { type Capability, storeOf } from '../../capability.ts';
import { FindingStore } from './finding.store.ts';
import { tables } from './finding.tables.ts';
import { KyselyFindingStore } from './kysely-finding.store.ts';
import { eventNames } from './migrations/0028-event-names.ts';
import { noteNames } from './note-names.ts';

/** What people quote of events, and what it leads to. */
export const finding = {
  tables,
  migrations: [eventNames],
  stores: { finding: storeOf(FindingStore, KyselyFindingStore) },
  recording: [noteNames],
} as const satisfies Capability;
