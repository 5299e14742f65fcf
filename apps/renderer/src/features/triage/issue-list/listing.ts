import { issueStatuses, searchLimits, to } from '#shared';
import { describeFilter, isFiltering } from '../../recording/issue-page/index.ts';
import { toOutcomes } from '../../retention/bounds/index.ts';
import type { IssueListProps } from './issue-list.dto.ts';
import type { ListedSearch, ListedStatus, Listing } from '../../recording/issue-list/index.ts';
import type { NamedAddress } from '#shared';
import type { StatusCounts } from './issue-counts.ts';
import {
  hasCountedTerms,
  printWithStatus,
  toListAddress,
  withoutStatus,
} from '../../recording/issue-list/index.ts';

const NAMES: Readonly<Record<ListedStatus, string>> = {
  unresolved: 'Unresolved',
  muted: 'Muted',
  resolved: 'Resolved',
  all: 'All',
};

const listedStatuses = Object.keys(NAMES) as ListedStatus[];

/** Shared by all calls, because `toLocaleString` would look up a formatter on each call. */
const counts = new Intl.NumberFormat('en');

const ADMINS_NAMED = 3;

/**
 * Each tab repeats the search with another status. A query that cannot be parsed is left out.
 * `issues` is undefined when the search cannot be parsed.
 */
export function toTabs(
  { sort, project, filter }: Listing,
  { search = [], status }: Pick<ListedSearch, 'search' | 'status'>,
  issues: StatusCounts | undefined,
): IssueListProps['tabs'] {
  const isCounted = isFiltering(filter ?? {}) || hasCountedTerms(search);
  const most = isCounted ? searchLimits.issuesSorted : searchLimits.issuesCounted;
  // The sum of all is exact when no status has more than are counted.
  const isExact = issues && issueStatuses.every((each) => issues[each] <= most);
  return listedStatuses.map((each) => ({
    name: NAMES[each],
    count: issues
      ? formatBounded(issues[each], each === 'all' && isExact ? Infinity : most)
      : undefined,
    href: toListAddress({
      query: printWithStatus(search, each),
      sort,
      project,
      filter,
    }),
    isCurrent: each === status ? true : undefined,
  }));
}

/** Says how many of the issues the page shows. `count` stops at the limit of `IssueStore.count`. */
export function toExtent(
  shown: number,
  count: number,
  { sort = 'lastSeen', isFiltered }: Pick<Listing, 'sort'> & { readonly isFiltered: boolean },
): string {
  const { issuesCounted, issuesSorted } = searchLimits;
  const most = isFiltered ? issuesSorted : issuesCounted;
  const all = count > most ? 'over' : 'about';
  const extent = `${shown} of ${all} ${counts.format(Math.min(count, most))} issues.`;
  const isBySeen = sort === 'firstSeen' || (sort === 'lastSeen' && !isFiltered);
  const isPart = !isBySeen && count > issuesSorted;
  return isPart
    ? `${extent} Only the ${counts.format(issuesSorted)} seen last are sorted.`
    : extent;
}

/**
 * Names nobody unless `owners` are given: a person without projects must not learn the names of
 * projects and people.
 */
export function explainNoProject(owners: readonly string[]): IssueListProps['nothing'] {
  const names = new Intl.ListFormat('en', { type: 'disjunction' }).format(owners);
  const whom = owners.length === 0 ? 'an owner' : `an owner (${names})`;
  return { text: `You are in no project yet. Ask ${whom} to add you to one.` };
}

export const WITHOUT_OWNER: IssueListProps['nothing'] = {
  text: 'No errors yet. Somebody has to own Errata first.',
  begin: { name: 'Become its owner', href: to('/setup') },
};

export function toSetUp(listing: Listing, slug: string): NonNullable<IssueListProps['nothing']> {
  const href = to('/projects/:slug/start', { slug });
  return {
    text: 'No errors yet.',
    begin: { name: `Set up ${slug}`, href },
    ...offerAll(listing),
  };
}

export function explainRefusals(
  listing: Listing,
  { slug, name, reports }: Refusals,
  setUp: NamedAddress | undefined,
): IssueListProps['nothing'] {
  const many = `${counts.format(reports)} ${reports === 1 ? 'report' : 'reports'}`;
  return {
    text: `No errors yet. Errata refused ${many} to ${name} in the last 24 hours.`,
    begin: { name: 'See why', href: toOutcomes(slug) },
    ...(setUp ? { link: setUp } : offerAll(listing)),
  };
}

interface Refusals {
  readonly slug: string;
  readonly name: string;
  readonly reports: number;
}

export function explainPast(listing: Listing): IssueListProps['nothing'] {
  const link = { name: 'Back to the newest', href: toListAddress(listing) };
  return { text: 'No more issues.', link };
}

export function explainFault(listing: Listing): IssueListProps['nothing'] {
  const link = { name: 'Clear the search', href: toListAddress({ ...listing, query: '' }) };
  return { text: 'The search has a mistake (see above).', link };
}

/**
 * Explains why the list is empty although the projects have had issues. `without` is the number of
 * issues in the same projects without search and filter.
 */
export function explainEmpty(
  listing: Listing,
  { search = [], status }: Pick<ListedSearch, 'search' | 'status'>,
  without: number,
): NonNullable<IssueListProps['nothing']> {
  const { query, project, filter = {}, sort } = listing;
  const where = project ? ` in ${project.name}` : '';
  const which = status === undefined || status === 'all' ? '' : `${status} `;
  const words = withoutStatus(query, { search, status });
  if (words === '' && !isFiltering(filter)) {
    return { text: `No ${which}issues${where}.`, ...offerAll(listing) };
  }
  const bounded = counts.format(Math.min(without, searchLimits.issuesCounted));
  const count = `${without > searchLimits.issuesCounted ? 'over ' : ''}${bounded}`;
  const asked = [
    ...(words === '' ? [] : [`matches “${words}”`]),
    ...(isFiltering(filter) ? [`has such events: ${describeFilter(filter)}`] : []),
  ];
  return {
    text: `No ${which}issue${where} ${asked.join(' and ')}. Without that there are ${count}, of any state.`,
    link: {
      name: 'Clear',
      href: toListAddress({ query: '', project, sort }),
    },
  };
}

/**
 * Explains why the list is empty when the projects have never had an issue. `admins` are the people
 * who can see the DSN. Undefined means that the reader can see the DSN and that all keys are
 * disabled.
 */
export function explainSilence(
  listing: Listing,
  admins: readonly string[] | undefined,
): IssueListProps['nothing'] {
  const why = admins ? `${toOwners(admins)} the DSN that applications report with.` : NO_KEY;
  return { text: `No report has arrived yet. ${why}`, ...offerAll(listing) };
}

function formatBounded(count: number, most: number): string {
  return `${counts.format(Math.min(count, most))}${count > most ? '+' : ''}`;
}

const NO_KEY =
  'All keys are disabled, so no application can report. Enable one in the settings of the project.';

function toOwners(admins: readonly string[]): string {
  if (admins.length === 0 || admins.length > ADMINS_NAMED) return 'An admin of the project has';
  const names = new Intl.ListFormat('en', { type: 'conjunction' }).format(admins);
  return `${names} ${admins.length === 1 ? 'has' : 'have'}`;
}

function offerAll({
  project,
  ...listing
}: Listing): Pick<NonNullable<IssueListProps['nothing']>, 'link'> {
  if (!project) return {};
  return { link: { name: 'Those of all projects', href: toListAddress(listing) } };
}
