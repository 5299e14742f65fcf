import { type Capability, storeOf } from '#persistence/stores';
import { CompletionStore } from './completion.store.ts';
import { createSearch } from './migrations/0004-create-search.ts';
import { tables } from './search.tables.ts';

export const search = {
  tables,
  migrations: [createSearch],
  stores: {
    completions: storeOf(CompletionStore),
  },
} as const satisfies Capability;
