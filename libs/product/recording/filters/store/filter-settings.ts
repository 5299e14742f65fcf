import { defaultFilters, type FilterSettings } from '#shared';
import type { SettingsPart } from '#product/projects/projects';

export const filterSettings: SettingsPart<FilterSettings> = {
  name: 'filters',
  defaults: defaultFilters,
};
