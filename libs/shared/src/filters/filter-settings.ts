/** Filters that people switch on or off, in the order in which they run. */
export const filterSwitches = /* @__PURE__ */ Object.freeze([
  'extensions',
  'crawlers',
  /** Filters browser errors that every website has and nobody can fix. */
  'noise',
  'outdated',
  'localhost',
  /** Filters events of requests that only ask whether the service is up. */
  'health',
] as const);

/**
 * Filters that are lists. All except `networks` hold patterns with `*`; an empty list filters
 * nothing.
 */
export const filterLists = /* @__PURE__ */ Object.freeze([
  'messages',
  'releases',
  'environments',
  'networks',
] as const);

export type FilterSwitch = (typeof filterSwitches)[number];
export type FilterList = (typeof filterLists)[number];

/**
 * Name of a filter. `rules` means grouping rules that ignore events. The name is stored as the
 * reason of outcomes, so never change it.
 */
export type FilterName = FilterSwitch | FilterList | 'rules';

export type FilterSettings = Readonly<
  Record<FilterSwitch, boolean> & Record<FilterList, readonly string[]>
>;

/**
 * Filters of a project whose admins have set nothing. Only events of browsers are filtered, so that
 * no error of a server is lost.
 */
export const defaultFilters: FilterSettings = {
  extensions: true,
  crawlers: true,
  noise: true,
  outdated: false,
  localhost: false,
  health: false,
  messages: [],
  releases: [],
  environments: [],
  networks: [],
};
