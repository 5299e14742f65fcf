import { type Capability, storeOf } from '#persistence/stores';
import { FindingStore } from './finding.store.ts';
import { tables } from './finding.tables.ts';
import { createFinding } from './migrations/0011-create-finding.ts';
import { noteNames } from './note-names.ts';

export const finding = {
  tables,
  migrations: [createFinding],
  stores: { finding: storeOf(FindingStore) },
  recording: [noteNames],
} as const satisfies Capability;
