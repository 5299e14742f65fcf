export { filters } from './store/index.ts';
export { filterSettings } from './store/filter-settings.ts';
