export { listFilters } from './filter-words.ts';
export { FiltersModule } from './filters.module.ts';
export { FiltersService } from './filters.service.ts';
