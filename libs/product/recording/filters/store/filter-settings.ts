import { defaultFilters, type FilterSettings } from '#shared';
import type { SettingsPart } from '#product/projects/projects';

/** What a project filters. Relays ask for it each second (`ProjectFilters`). */
export const filterSettings: SettingsPart<FilterSettings> = {
  name: 'filters',
  defaults: defaultFilters,
};
