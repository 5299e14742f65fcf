import { filterLists, filterSwitches } from '#shared';
import type { FilterName, FilterSettings } from '#shared';

interface FilterWords {
  readonly title: string;
  readonly text: string;
}

const PATTERNS =
  'Enter one pattern a line. * matches any characters, ? matches one; upper and lower case are the same.';

const WORDS: Readonly<Record<FilterName, FilterWords>> = {
  extensions: {
    title: 'Browser extensions',
    text: 'Errors that the code of an extension throws, and those of its messaging.',
  },
  crawlers: {
    title: 'Crawlers',
    text: 'Errors in the browsers of search engines and other bots, known by their user agent. Errors in headless browsers are kept, and so are server errors on requests from crawlers.',
  },
  noise: {
    title: 'Noise of browsers',
    text: '“ResizeObserver loop …”, “Script error.” without a stack, and requests that a browser aborted (AbortError), for example because somebody left the page.',
  },
  outdated: {
    title: 'Outdated browsers',
    text: 'Internet Explorer, Opera Mini, and browsers of before 2021: Chrome and Edge below 87, Firefox below 78, Safari below 14, Opera below 73, Samsung Internet below 14.',
  },
  localhost: {
    title: 'Localhost',
    text: 'Pages and requests at localhost, its subdomains, 127.0.0.1 and ::1.',
  },
  health: {
    title: 'Health checks',
    text: 'Server errors in health-check requests, known by their path (/healthz, /health/…, /up) or by a prober’s user agent. This also hides the errors that make a check fail.',
  },
  messages: {
    title: 'Messages',
    text: `${PATTERNS} A pattern must match the whole “TypeError: x is undefined”, the whole “x is undefined”, or a whole message.`,
  },
  releases: { title: 'Releases', text: PATTERNS },
  environments: { title: 'Environments', text: PATTERNS },
  rules: {
    title: 'Grouping rules',
    text: 'Events that a grouping rule of the project ignores.',
  },
  networks: {
    title: 'Networks of senders',
    text: 'Enter one address or network a line: 203.0.113.7, 10.0.0.0/8, 2001:db8::/32. Errata compares it with the sender of the report, behind the proxies that TRUST_PROXY names.',
  },
};

export function describeFilter(name: FilterName): FilterWords {
  return WORDS[name];
}

/** Returns the titles of the enabled filters, in the order in which relays apply them. */
export function listFilters(settings: FilterSettings): string[] {
  const switches = filterSwitches.filter((name) => settings[name]);
  const lists = filterLists.filter((name) => settings[name].length > 0);
  return [...switches, ...lists].map((name) => describeFilter(name).title);
}

/** Returns one text for each changed filter, like `Crawlers off` and `Messages changed`. */
export function listFilterChanges(before: FilterSettings, after: FilterSettings): string[] {
  const switches = filterSwitches
    .filter((name) => before[name] !== after[name])
    .map((name) => `${describeFilter(name).title} ${after[name] ? 'on' : 'off'}`);
  const lists = filterLists
    .filter((name) => before[name].join('\n') !== after[name].join('\n'))
    .map((name) => `${describeFilter(name).title} ${toChange(before[name], after[name])}`);
  return [...switches, ...lists];
}

function toChange(before: readonly string[], after: readonly string[]): string {
  if (after.length === 0) return 'off';
  return before.length === 0 ? 'on' : 'changed';
}
