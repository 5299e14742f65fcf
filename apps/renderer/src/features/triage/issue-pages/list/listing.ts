import type { IssueSort } from '#product/recording/issues';
import { printSearch, searchLimits, to } from '#shared';
import type { Address, Search } from '#shared';
import {
  describeFilter,
  isFiltering,
  printFilter,
  toFilterSearch,
} from '../filtering/event-filter.ts';
import type { EventFilter } from '../filtering/event-filter.ts';
import { toOutcomes } from '../../../retention/bounds/index.ts';
import type { IssueListProps, ListedStatus, NamedAddress } from '../issues.dto.ts';
import { findLoneSlug, toProjectSearch } from './chosen-projects.ts';
import type { StatusCounts } from './issue-counts.ts';
import { printWithStatus, withoutStatus } from './listed-search.ts';
import type { ListedSearch } from './listed-search.ts';

/** What is searched for unless said. */
export const PLAIN_QUERY = 'is:unresolved';

/** What a list of issues is asked for. */
export interface Listing {
  readonly query: string;
  readonly sort?: IssueSort;
  /** The project that all are of; of several their slugs and names together (`ChosenProjects`). */
  readonly project?: { readonly slug: string; readonly name: string } | undefined;
  /** Its address says what is searched for even if that goes without saying: a saved search may open there. */
  readonly isExplicit?: boolean | undefined;
  /** Which events count; all unless said. */
  readonly filter?: EventFilter | undefined;
}

/** Said in an address, so that nothing that is remembered takes its place. */
export const UNFILTERED: EventFilter = { time: 'all' };

const NAMES: Readonly<Record<ListedStatus, string>> = {
  unresolved: 'Unresolved',
  muted: 'Muted',
  resolved: 'Resolved',
  all: 'All',
};

const listedStatuses = Object.keys(NAMES) as ListedStatus[];

/** Kept: `toLocaleString` looks for it each time. */
const counts = new Intl.NumberFormat('en');

/** So many people are named; of more it is said what they are. */
const FEW = 3;

interface ListEdge {
  readonly side: 'before' | 'after';
  readonly value: number;
  readonly id: number;
}

type Listed = Omit<Listing, 'project'> & {
  readonly project?: { readonly slug: string } | undefined;
};

/** The address of a list; with an edge, that of the page next to it. */
export function toListAddress(listing: Listed, edge?: ListEdge): Address {
  return to('/issues', {}, { query: toListQuery(listing, edge) });
}

/** The same list where all events count, as its form asks for it: that nothing is chosen is kept, too. */
export function toUnfilteredAddress(listing: Listed): Address {
  const query = toListQuery({ ...listing, filter: UNFILTERED });
  return to('/issues', {}, { query: `${query}&environment=` });
}

/** The query of a list's address, without the `?`. Defaults are left out. */
export function toListQuery(
  { query, sort = 'lastSeen', project, isExplicit = false, filter = {} }: Listed,
  edge?: ListEdge,
): string {
  const printed = printFilter(filter);
  return [
    ...(project ? [`project=${project.slug}`] : []),
    ...(printed === '' ? [] : [printed]),
    ...(query === PLAIN_QUERY && !isExplicit ? [] : [`query=${encodeQuery(query)}`]),
    ...(sort === 'lastSeen' ? [] : [`sort=${sort}`]),
    ...(edge ? [`${edge.side}=${edge.value}-${edge.id}`] : []),
  ].join('&');
}

/** Where all of them are changed at once. */
export function toBulkAddress(listing: Listed): Address {
  return to('/issues/all', {}, { query: toListQuery(listing) });
}

/**
 * The same of a list that may have a filter or several projects, which are searched for there. Undefined where a time is chosen: a moment later other
 * issues have events in it.
 */
export function findBulkAddress(
  { filter = {}, ...listing }: Listing,
  search: Search,
): Address | undefined {
  const { time = 'all', ...others } = filter;
  if (time !== 'all') return undefined;
  const { project } = listing;
  const chosen = [...toProjectSearch(project?.slug), ...toFilterSearch(others)];
  if (chosen.length === 0) return toBulkAddress(listing);
  return toBulkAddress({
    ...listing,
    project: findLoneSlug(project?.slug) === undefined ? undefined : project,
    query: printSearch([...chosen, ...search]),
  });
}

/** Readable: of what searches have, these characters mean nothing in a query of an address. */
export function encodeQuery(query: string): string {
  return encodeURIComponent(query)
    .replaceAll('%3A', ':')
    .replaceAll('%2C', ',')
    .replaceAll('%40', '@')
    .replaceAll('%20', '+');
}

/** The same of each status; of a query with a fault all there is of it. Only of everything that a project has is it known how many there are. */
export function toTabs(
  { sort, project, filter, isExplicit = false }: Listing,
  { search = [], status }: Pick<ListedSearch, 'search' | 'status'>,
  issues: StatusCounts | undefined,
): IssueListProps['tabs'] {
  return listedStatuses.map((each) => ({
    name: NAMES[each],
    ...(issues ? { count: formatBounded(issues[each]) } : {}),
    href: toListAddress({
      query: printWithStatus(search, each),
      sort,
      project,
      filter,
      isExplicit,
    }),
    ...(each === status ? { isCurrent: true } : {}),
  }));
}

/** How many of them a page shows, where it does not show all. `count` as `IssueStore.count` has it. */
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

/** To who sees no project: what others report, and who they are, is none of their business yet. */
export const IN_NO_PROJECT: IssueListProps['nothing'] = {
  text: 'You are in no project yet. Ask who invited you to add you to one.',
};

/** The way on for who is about to own Errata. */
export const WITHOUT_OWNER: IssueListProps['nothing'] = {
  text: 'No errors yet. Somebody has to own Errata first.',
  begin: { name: 'Become its owner', href: to('/setup') },
};

/** The way on for those who may set up an application that reports into the project. */
export function toSetUp(listing: Listing, slug: string): NonNullable<IssueListProps['nothing']> {
  const href = to('/projects/:slug/start', { slug });
  return {
    text: 'No errors yet.',
    begin: { name: `Set up ${slug}`, href },
    ...offerAll(listing),
  };
}

/** The way on for who waits for errors that Errata has refused. `setUp`: where to set up what reports, for who may. */
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

/** The number of reports of a project that were refused. */
interface Refusals {
  readonly slug: string;
  readonly name: string;
  readonly reports: number;
}

/** Why a list is empty that goes on after the last row of a page, or ends before the first. */
export function explainPast(listing: Listing): IssueListProps['nothing'] {
  const link = { name: 'Back to the newest', href: toListAddress(listing) };
  return { text: 'No more issues.', link };
}

/** Why a list is empty whose search has a fault, which the field names. */
export function explainFault(listing: Listing): IssueListProps['nothing'] {
  const link = { name: 'Clear the search', href: toListAddress({ ...listing, query: '' }) };
  return { text: 'Not searched: the field above says what to correct.', link };
}

/** Why a list is empty that could have had something in it. `without`: issues there are whatever is searched for. */
export function explainEmpty(
  listing: Listing,
  { search = [], status }: Pick<ListedSearch, 'search' | 'status'>,
  without: number,
): NonNullable<IssueListProps['nothing']> {
  const { query, project, filter = {} } = listing;
  const where = project ? ` in ${project.name}` : '';
  if (isFiltering(filter)) {
    const link = {
      name: 'Without the filter',
      href: toListAddress({ ...listing, filter: UNFILTERED }),
    };
    return { text: `No issue${where} with such events: ${describeFilter(filter)}.`, link };
  }
  const which = status === undefined || status === 'all' ? '' : `${status} `;
  if (status !== undefined && search.length === (status === 'all' ? 0 : 1)) {
    return { text: `No ${which}issues${where}.`, ...offerAll(listing) };
  }
  const bounded = counts.format(Math.min(without, searchLimits.issuesCounted));
  const count = `${without > searchLimits.issuesCounted ? 'over ' : ''}${bounded}`;
  return {
    text: `No ${which}issue${where} matches “${withoutStatus(query, { search, status })}”. Without the search there are ${count}, of any state.`,
    link: { name: 'Clear', href: toListAddress({ ...listing, query: '' }) },
  };
}

/**
 * Why a list is empty of which nothing has ever been reported. `admins`: names of those who have the DSN; undefined for one
 * of them, while there is no key to send anything with.
 */
export function explainSilence(
  listing: Listing,
  admins: readonly string[] | undefined,
): IssueListProps['nothing'] {
  const why = admins ? `${toOwners(admins)} the DSN that applications report with.` : NO_KEY;
  return { text: `No report has arrived yet. ${why}`, ...offerAll(listing) };
}

/** `10,000+` where there may be more. */
function formatBounded(count: number): string {
  const most = searchLimits.issuesCounted;
  return `${counts.format(Math.min(count, most))}${count > most ? '+' : ''}`;
}

const NO_KEY =
  'All keys are disabled, so no application can report. Enable one in the settings of the project.';

function toOwners(admins: readonly string[]): string {
  if (admins.length === 0 || admins.length > FEW) return 'An admin of the project has';
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
