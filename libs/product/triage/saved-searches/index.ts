export { savedSearches } from './store/index.ts';
export { SavedSearchStore } from './store/saved-search.store.ts';
export type { SavedSearch } from './store/saved-search.store.ts';
