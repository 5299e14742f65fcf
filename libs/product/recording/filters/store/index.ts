import type { Capability } from '#persistence/stores';
import { tellList, tellSwitch } from '#product/people/audit/rules';
import { emptyFiltersThatAreOff } from './migrations/0039-empty-filters-that-are-off.ts';

export const filters = {
  tables: [],
  migrations: [emptyFiltersThatAreOff],
  stores: {},
  auditTexts: {
    'settings.filters.messages': tellList('filtered messages'),
    'settings.filters.releases': tellList('filtered releases'),
    'settings.filters.environments': tellList('filtered environments'),
    'settings.filters.networks': tellList('filtered networks'),
    'settings.filters.extensions': tellSwitch('the filter of browser extensions'),
    'settings.filters.crawlers': tellSwitch('the filter of crawlers'),
    'settings.filters.noise': tellSwitch('the filter of noise of browsers'),
    'settings.filters.outdated': tellSwitch('the filter of outdated browsers'),
    'settings.filters.localhost': tellSwitch('the filter of developers’ machines'),
    'settings.filters.health': tellSwitch('the filter of health checks'),
    'settings.filters.messagesOn': tellSwitch('the filter of messages'),
    'settings.filters.releasesOn': tellSwitch('the filter of releases'),
    'settings.filters.environmentsOn': tellSwitch('the filter of environments'),
    'settings.filters.networksOn': tellSwitch('the filter of networks'),
  },
} as const satisfies Capability;
