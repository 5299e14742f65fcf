import { type Capability, storeOf } from '#persistence/stores';
import { SavedSearchStore } from './saved-search.store.ts';
import { createSavedSearches } from './migrations/0027-create-saved-searches.ts';
import { tables } from './saved-search.tables.ts';

export const savedSearches = {
  tables,
  migrations: [createSavedSearches],
  stores: { savedSearches: storeOf(SavedSearchStore) },
} as const satisfies Capability;
