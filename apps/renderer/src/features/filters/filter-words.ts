import type { FilterName } from '#shared';

interface FilterWords {
  readonly title: string;
  /** What is kept out, in a sentence or two; of a list what its entries are. */
  readonly text: string;
}

const PATTERNS =
  'One pattern a line. * stands for any characters, ? for one; upper and lower case are the same.';

const WORDS: Readonly<Record<FilterName, FilterWords>> = {
  extensions: {
    title: 'Browser extensions',
    text: 'Errors that the code of an extension throws, and those of its messaging.',
  },
  crawlers: {
    title: 'Crawlers',
    text: 'Errors in browsers of search engines and other bots, by their user agent. Headless browsers are not among them, and errors of servers that a crawler asked are kept.',
  },
  noise: {
    title: 'Noise of browsers',
    text: '“ResizeObserver loop …”, “Script error.” without a stack, and requests that a browser gave up, as when their page was left (AbortError).',
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
    text: 'Errors of servers in requests that only ask whether they are up, by their path (/healthz, /health/…, /up) or by the user agent of a prober. Errors that make a check fail are hidden, too.',
  },
  messages: {
    title: 'Messages',
    text: `${PATTERNS} A pattern is compared with all of “TypeError: x is undefined”, with all of “x is undefined”, and with all of a message.`,
  },
  releases: { title: 'Releases', text: PATTERNS },
  environments: { title: 'Environments', text: PATTERNS },
  rules: {
    title: 'Grouping rules',
    text: 'Events that a grouping rule of the project ignores.',
  },
  networks: {
    title: 'Networks of senders',
    text: 'One address or network a line: 203.0.113.7, 10.0.0.0/8, 2001:db8::/32. It is compared with the address that sent the report, behind the proxies that TRUST_PROXY names.',
  },
};

/** What a filter is called, and what it keeps out. */
export function describeFilter(name: FilterName): FilterWords {
  return WORDS[name];
}
