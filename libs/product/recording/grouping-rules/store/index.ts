import { type Capability, storeOf } from '#persistence/stores';
import { KyselyRulePreviewStore } from './kysely-rule-preview.store.ts';
import { RulePreviewStore } from './rule-preview.store.ts';

/** What grouping rules are tried on. The rules themselves are settings of their project. */
export const groupingRules = {
  tables: [],
  migrations: [],
  stores: { rulePreviews: storeOf(RulePreviewStore, KyselyRulePreviewStore) },
} as const satisfies Capability;
