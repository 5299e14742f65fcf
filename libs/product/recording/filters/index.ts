export { filterSettings } from './store/filter-settings.ts';
