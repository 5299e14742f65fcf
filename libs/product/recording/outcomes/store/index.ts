import { type Capability, storeOf } from '#persistence/stores';
import { countDiscards } from './count-discards.ts';
import { countOutcomes } from './count-outcomes.ts';
import { OutcomeStore } from './outcome.store.ts';
import { createOutcomes } from './migrations/0013-create-outcomes.ts';
import { tables } from './outcome.tables.ts';

export const outcomes = {
  tables,
  migrations: [createOutcomes],
  stores: { outcomes: storeOf(OutcomeStore) },
  recording: [countDiscards, countOutcomes],
} as const satisfies Capability;
