import { type Capability, storeOf } from '#persistence/stores';
import { RulePreviewStore } from './rule-preview.store.ts';
/** What grouping rules are tried on. The rules themselves are settings of their project. */
export const groupingRules = {
  tables: [],
  migrations: [],
  stores: { rulePreviews: storeOf(RulePreviewStore) },
} as const satisfies Capability;
