export { savedSearches, SavedSearchStore } from './store/saved-search.store.ts';
export type { NewSavedSearch, SavedSearch } from './store/saved-search.store.ts';
