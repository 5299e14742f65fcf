/** Filters that are on or off, in the order in which they are asked. */
export const filterSwitches = /* @__PURE__ */ Object.freeze([
  /** Thrown by code of a browser extension. */
  'extensions',
  /** From a browser that says that it is a crawler. */
  'crawlers',
  /** From browsers: what everybody knows, and nobody can mend. */
  'noise',
  /** From browsers of before 2021. */
  'outdated',
  /** On a page or in a request of the developer's own machine. */
  'localhost',
  /** In a request that only asks whether the service is up. */
  'health',
] as const);

/** Filters that are lists: one that is empty filters nothing. */
export const filterLists = /* @__PURE__ */ Object.freeze([
  /** Globs of what an exception or a message says. */
  'messages',
  /** Globs. */
  'releases',
  /** Globs. */
  'environments',
  /** Addresses and networks (CIDR) of senders. */
  'networks',
] as const);

export type FilterSwitch = (typeof filterSwitches)[number];
export type FilterList = (typeof filterLists)[number];

/** A filter, or a project's grouping rules that ignore. Outcomes have its name as their reason, so it never changes. */
export type FilterName = FilterSwitch | FilterList | 'rules';

/** What a project filters. */
export type FilterSettings = Readonly<
  Record<FilterSwitch, boolean> & Record<FilterList, readonly string[]>
>;

/** Of a project whose admins have set nothing. What is on looks at events of browsers alone: no error of a server is lost. */
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
