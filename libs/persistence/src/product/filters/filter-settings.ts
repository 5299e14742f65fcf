import { defaultFilters, type FilterSettings } from '#shared';
import type { SettingsPart } from '../settings/settings.store.ts';

/** What a project filters. Relays ask for it each second (`ProjectFilters`). */
export const filterSettings: SettingsPart<FilterSettings> = {
  name: 'filters',
  defaults: defaultFilters,
};
