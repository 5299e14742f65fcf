import { type Capability, storeOf } from '#persistence/stores';
import { RulePreviewStore } from './rule-preview.store.ts';
export const groupingRules = {
  tables: [],
  migrations: [],
  stores: { rulePreviews: storeOf(RulePreviewStore) },
} as const satisfies Capability;
