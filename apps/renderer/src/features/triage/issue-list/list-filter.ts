import { parseSearch, printSearch, toFilterField } from '#shared';
import type { FilterField, FilterProps, FilterValue, SearchTerm } from '#shared';
import type { Project } from '#product/projects/projects';
import { describeFilter, isFiltering, printFilter } from '../../recording/issue-page/index.ts';
import { recentTimes } from '../../recording/issue-page/index.ts';
import {
  listSorts,
  printWithStatus,
  toListAddress,
  toProjectFields,
  toTagQuery,
  withoutStatus,
} from '../../recording/issue-list/index.ts';
import type { Listing, ListedSearch } from '../../recording/issue-list/index.ts';

const TIMES: readonly FilterValue[] = Object.entries(recentTimes).map(
  ([time, { words }]) => [time, `${words[0]!.toUpperCase()}${words.slice(1)}`] as const,
);

interface Offered {
  readonly projects: readonly Project[];
  readonly environments: readonly string[];
  /** The newest release comes first. */
  readonly releases: readonly string[];
  /** Values of the tags `os.name` and `browser.name`. */
  readonly systems: readonly string[];
  readonly browsers: readonly string[];
}

const PHONES = ['Android', 'iOS'];

export function toFilters(
  listing: Listing,
  listed: Pick<ListedSearch, 'search' | 'status'> & Partial<Pick<ListedSearch, 'fault'>>,
  { projects, environments, releases, systems, browsers }: Offered,
): FilterProps {
  const { query, project, filter = {}, sort = 'lastSeen' } = listing;
  const isSet =
    project !== undefined ||
    listed.fault !== undefined ||
    isFiltering(filter) ||
    withoutStatus(query, listed) !== '';
  return {
    fields: [
      ...toProjectFields(projects, project?.slug, (slug) =>
        toListAddress({ ...listing, project: slug === undefined ? undefined : { slug } }),
      ),
      toNameField('environment', environments.toSorted(), listing),
      toNameField('release', releases, listing),
      toTimeField(listing),
      {
        name: 'query',
        label: 'System',
        values: [
          ...(systems.some((each) => PHONES.includes(each))
            ? [[`os.name:[${PHONES.join(', ')}]`, 'Phones'] as const]
            : []),
          ...toTagValues('os.name', systems),
        ],
      },
      { name: 'query', label: 'Browser', values: toTagValues('browser.name', browsers) },
    ].filter(({ values, set }) => values.length > 0 || set),
    sort: toFilterField({
      name: 'sort',
      label:
        sort === 'lastSeen' ? 'Sort' : `Sort: ${listSorts.find(([value]) => value === sort)?.[1]}`,
      values: sort === 'lastSeen' ? listSorts.slice(1) : listSorts,
      chosen: sort === 'lastSeen' ? [] : [sort],
      without: () => toListAddress({ ...listing, sort: 'lastSeen' }),
    }),
    clear: isSet
      ? toListAddress({ query: printWithStatus([], listed.status ?? 'all'), sort })
      : undefined,
    link: toListAddress(listing),
  };
}

function toNameField(
  name: 'environment' | 'release',
  values: readonly string[],
  { filter = {}, ...listing }: Listing,
): FilterField {
  const { [name]: chosen, ...rest } = filter;
  return toFilterField({
    name,
    label: name === 'release' ? 'Release' : 'Environment',
    values,
    chosen: chosen === undefined ? [] : [chosen],
    without: () => toListAddress({ ...listing, filter: rest }),
  });
}

function toTimeField({ filter: { time, ...rest } = {}, ...listing }: Listing): FilterField {
  const days = typeof time === 'object' ? time : {};
  const without = toListAddress({ ...listing, filter: rest });
  const field = { name: 'time', label: 'Time', days };
  if (time === undefined) return { ...field, values: TIMES };
  return {
    ...field,
    values: TIMES.filter((each) => each[0] !== time),
    set: [
      {
        value: typeof time === 'string' ? time : undefined,
        text: describeFilter({ time }),
        without,
      },
    ],
  };
}

/** A tag is searched for, since an address has no parameter for it. */
function toTagValues(name: string, values: readonly string[]): readonly FilterValue[] {
  return values.toSorted().map((value) => [toTagQuery(name, value), value]);
}

/** Rows of a search for a user open at the newest event of that user. */
export function toRowQuery({ query, filter = {} }: Listing): string {
  const parsed = parseSearch(query);
  const ofUser = parsed.ok ? parsed.value.filter(isOfUser) : [];
  const search = ofUser.length === 0 ? '' : `query=${encodeURIComponent(printSearch(ofUser))}`;
  return [printFilter(filter), search].filter(Boolean).join('&');
}

function isOfUser(term: SearchTerm): boolean {
  return 'key' in term && term.kind !== 'tag' && term.key === 'user' && !term.isNegated;
}
