import { createEventFilter } from '#events';
import { projectRule } from '#product/recording/reports/relay';
import { filterSettings } from '../store/filter-settings.ts';

export const filterRule = projectRule(filterSettings, (set) => ({
  filter: createEventFilter(set),
}));
