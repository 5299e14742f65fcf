/** Filters that are on or off, in the order in which they run. */
export const filterSwitches = /* @__PURE__ */ Object.freeze([
  'extensions',
  'crawlers',
  /** Browser errors that everybody has and nobody can fix. */
  'noise',
  /** Events from browsers older than 2021. */
  'outdated',
  'localhost',
  /** Requests that only ask whether the service is up. */
  'health',
] as const);

/** Filters that are lists. All but `networks` hold globs; an empty list filters nothing. */
export const filterLists = /* @__PURE__ */ Object.freeze([
  'messages',
  'releases',
  'environments',
  'networks',
] as const);

export type FilterSwitch = (typeof filterSwitches)[number];
export type FilterList = (typeof filterLists)[number];

/**
 * Name of a filter; `rules` stands for grouping rules that ignore events. Outcomes store the name
 * as their reason, so it never changes.
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
