import { type Capability, storeOf } from '../../capability.ts';
import { CompletionStore } from './completion.store.ts';
import { KyselyCompletionStore } from './kysely-completion.store.ts';
import { KyselyWordStore } from './kysely-word.store.ts';
import { createSearch } from './migrations/0004-create-search.ts';
import { tables } from './search.tables.ts';
import { WordStore } from './word.store.ts';

/** What issues are searched by. The search itself is `IssueStore.list`. */
export const search = {
  tables,
  migrations: [createSearch],
  stores: {
    words: storeOf(WordStore, KyselyWordStore),
    completions: storeOf(CompletionStore, KyselyCompletionStore),
  },
} as const satisfies Capability;
