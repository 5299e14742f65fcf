import { Injectable } from '@nestjs/common';
import { CountStore } from '#product/recording/counts';
import { IssueStore } from '#product/recording/issues';
import type { CountSpan } from '#product/recording/counts';
import type { Issue, IssueSort, PageEdge, WantedIssues } from '#product/recording/issues';
import type { Project } from '#product/projects/projects';
import { Clock, printSearch } from '#shared';
import type { Search } from '#shared';
import { mayOpen, PeopleService } from '../../../people/accounts/index.ts';
import type { Access } from '../../../people/accounts/index.ts';
import { Menus } from '../../../people/menus/index.ts';
import { BoundsService } from '../../../retention/bounds/index.ts';
import { ProjectsService } from '../../../projects/projects/index.ts';
import { SearchAdvice } from '../../../recording/search/index.ts';
import { isFiltering, printFilter, toFilterSearch } from '../filtering/event-filter.ts';
import type { EventFilter } from '../filtering/event-filter.ts';
import { toBarUnit, toBucketsPerBar, toSpan, toTimeBars } from '../filtering/time-bars.ts';
import { EmptyListOffer } from '../empty-list-offer.decorator.ts';
import { toSnippets } from '../getting-started.ts';
import { toSummary } from '../issue-summary.ts';
import { toListedPlace } from '../listed-place.ts';
import { toListedType } from '../listed-type.ts';
import type { IssueListProps, IssueListRow, NamedAddress, TriageOffer } from '../issues.dto.ts';
import { offerTriage } from '../triage/offer-triage.ts';
import { findChosen } from './chosen-projects.ts';
import { findChip } from './find-chip.ts';
import { toAddressSearches } from './pasted-address.ts';
import { toAdvice } from './search-advice.ts';
import { toInitials } from './initials.ts';
import { IssueCounts } from './issue-counts.ts';
import type { ListAddress } from './list-address.pipe.ts';
import { hasCountedTerms, readSearch } from './listed-search.ts';
import type { ListedSearch } from './listed-search.ts';
import { toChoices, toFilterProps } from './list-choices.ts';
import {
  explainEmpty,
  explainPast,
  explainSilence,
  findBulkAddress,
  IN_NO_PROJECT,
  toExtent,
  toListAddress,
  toTabs,
} from './listing.ts';
import type { Listing } from './listing.ts';

const ISSUES_PER_PAGE = 100;
/** Events of a group whose users a row counts, where not all of them count. */
const EVENTS_FOR_USERS = 20;
/** Names that a choice offers; others can be searched for. */
const NAMES_OFFERED = 50;

type ProjectIds = 'all' | readonly number[];
type ShownAddress = ListAddress & Pick<Listing, 'isExplicit'>;

/** A list that somebody has asked for. */
interface AskedList {
  readonly access: Access;
  readonly address: ListAddress;
  readonly listing: Listing;
  readonly listed: ListedSearch;
  /** Those of the ids whose issues are asked for. */
  readonly within: (ids: ProjectIds) => ProjectIds;
  readonly wanted: WantedIssues & { readonly nowMs: number; readonly search: Search };
}

interface FoundPage {
  readonly shown: readonly Issue[];
  readonly pages: readonly NamedAddress[];
}

/** What the list of issues shows. */
@Injectable()
export class IssueListService {
  constructor(
    private readonly issues: IssueStore,
    private readonly counts: IssueCounts,
    private readonly events: CountStore,
    private readonly projects: ProjectsService,
    private readonly people: PeopleService,
    private readonly bounds: BoundsService,
    private readonly advice: SearchAdvice,
    private readonly menus: Menus,
    private readonly clock: Clock,
  ) {}

  /** Of the projects that may be seen; undefined when the one that is asked for may not. */
  async list(access: Access, address: ShownAddress): Promise<IssueListProps | undefined> {
    const projects = await this.projects.list(access.listProjects('issues.read'));
    const asked = this.ask(access, address, projects);
    if (!asked) return undefined;
    const { listing, listed, within, wanted } = asked;
    const { project, query } = listing;
    const [{ shown, pages }, choices, triage, notices, advice] = await Promise.all([
      this.find(asked),
      this.choose(projects, asked),
      offerTriage(this.people, access, within(access.listProjects('issues.triage'))),
      this.bounds.listNotices(access),
      this.advise(asked),
    ]);
    const [rows, extent, emptiness] = await Promise.all([
      this.toRows(shown, asked),
      pages.length > 0 ? this.measure(asked, shown.length) : {},
      shown.length === 0 ? this.explain(asked) : {},
    ]);
    return {
      nowMs: wanted.nowMs,
      status: listed.status ?? 'all',
      tabs: toTabs(listing, listed),
      query,
      ...(listed.fault === undefined ? {} : { fault: listed.fault }),
      ...advice,
      choices,
      ...toFilterProps(listing),
      ...(project ? { project: { slug: project.slug, name: project.name } } : {}),
      notices,
      ...rows,
      ...(triage ? { triage } : {}),
      ...toPages(pages, { listing, listed, triage }),
      ...extent,
      ...emptiness,
    };
  }

  /** Where issues are listed that have to do with the page whose address is all that was typed; undefined where there are none. */
  async findByAddress(access: Access, address: ShownAddress): Promise<string | undefined> {
    const { loneText = '', search = [] } = readSearch(address.query, access.user !== undefined);
    const searches = toAddressSearches(loneText);
    if (searches.length === 0) return undefined;
    const projects = await this.projects.list(access.listProjects('issues.read'));
    const asked = this.ask(access, address, projects);
    const states = search.filter((term) => term.kind === 'choice');
    for (const each of asked ? searches : []) {
      const found = [...states, ...each];
      const wanted = { ...asked!.wanted, search: [...toFilterSearch(address.filter), ...found] };
      const [issue] = await this.issues.list({ ...wanted, limit: 1 });
      if (issue) return toListAddress({ ...asked!.listing, query: printSearch(found) });
    }
    return undefined;
  }

  private ask(
    access: Access,
    address: ShownAddress,
    projects: readonly Project[],
  ): AskedList | undefined {
    const nowMs = this.clock.nowMs();
    const readable = access.listProjects('issues.read');
    const { query, sort, filter, isExplicit } = address;
    const project = findChosen(projects, address.project);
    if (address.project !== undefined && !project) return undefined;
    const listing = { query, sort, project, filter, isExplicit };
    const listed = readSearch(query, access.user !== undefined);
    const within = (ids: ProjectIds): ProjectIds =>
      project ? project.ids.filter((id) => ids === 'all' || ids.includes(id)) : ids;
    const wanted = {
      nowMs,
      ...toWantedEvents(filter, listed, nowMs),
      ...(access.user ? { selfId: access.user.id } : {}),
      ...toFilter(within(readable)),
    };
    return { access, address, listing, listed, within, wanted };
  }

  /** What is said of a name in the search that is neither a key nor a tag. */
  private async advise({
    listing,
    listed: { search = [] },
    wanted,
  }: AskedList): Promise<Pick<IssueListProps, 'advice'>> {
    const unknown = await this.advice.findUnknownKey(search, wanted.projectIds ?? 'all');
    return toAdvice(unknown, listing.query, (query) => toListAddress({ ...listing, query }));
  }

  /** No issue where nobody understands what is asked for. */
  private async find({ address, listing, listed, wanted }: AskedList): Promise<FoundPage> {
    if (!listed.search) return { shown: [], pages: [] };
    const { before, after, sort } = address;
    const found = await this.issues.list({
      ...wanted,
      limit: ISSUES_PER_PAGE + 1,
      sort,
      ...(before ? { before } : {}),
      ...(after ? { after } : {}),
    });
    const hasMore = found.length > ISSUES_PER_PAGE;
    const shown = after ? found.slice(-ISSUES_PER_PAGE) : found.slice(0, ISSUES_PER_PAGE);
    const [first, last] = [shown.at(0), shown.at(-1)];
    const toEdge = (side: 'before' | 'after', issue: Issue) =>
      toListAddress(listing, { side, ...toPageEdge(issue, sort) });
    return {
      shown,
      pages: [
        ...(first && (after ? hasMore : before)
          ? [{ name: 'Previous', href: toEdge('after', first) }]
          : []),
        ...(last && (after ?? hasMore) ? [{ name: 'Next', href: toEdge('before', last) }] : []),
      ],
    };
  }

  private async measure(
    { listing, wanted }: AskedList,
    shown: number,
  ): Promise<Pick<IssueListProps, 'extent'>> {
    const { query, sort, filter = {} } = listing;
    const count = await this.counts.count(`${printFilter(filter)} ${query}`, wanted);
    const isFiltered = isFiltering(filter) || hasCountedTerms(wanted.search);
    return { extent: toExtent(shown, count, { ...(sort ? { sort } : {}), isFiltered }) };
  }

  private async toRows(
    issues: readonly Issue[],
    { address: { filter }, wanted }: AskedList,
  ): Promise<Pick<IssueListProps, 'issues' | 'bars'>> {
    const issueIds = issues.map(({ id }) => id);
    const { span, label, head } = toTimeBars(filter.time, wanted.nowMs);
    const perBar = toBucketsPerBar(span);
    const { search } = wanted;
    const partly = issues.filter(({ events, allEvents = events }) => events < allEvents);
    const [bars, users, names] = await Promise.all([
      this.events.listBars({ issueIds, search, span, perBar }),
      this.events.countUsers({
        ...wanted,
        issueIds: partly.map(({ id }) => id),
        eventsPerGroup: EVENTS_FOR_USERS,
      }),
      this.people.listNames(issues.flatMap(({ assigneeId }) => assigneeId ?? [])),
    ]);
    const peak = Math.max(0, ...Array.from(bars.values(), (each) => Math.max(0, ...each)));
    return {
      bars: { label, head, unit: toBarUnit(span, perBar), peak },
      issues: issues.map((issue) =>
        toRow(issue, {
          bars: bars.get(issue.id) ?? [],
          users: users.get(issue.id),
          names,
          nowMs: wanted.nowMs,
        }),
      ),
    };
  }

  /** Who sees one project alone has no choice of it. */
  private async choose(
    projects: readonly Project[],
    { listing, wanted: { projectIds } }: AskedList,
  ): Promise<IssueListProps['choices']> {
    const within = { ...(projectIds ? { projectIds } : {}), limit: NAMES_OFFERED };
    const [environments, releases] = await Promise.all([
      this.events.listNames({ kind: 'environment', ...within }),
      this.events.listNames({ kind: 'release', ...within }),
    ]);
    return toChoices(listing, { projects, environments, releases });
  }

  /**
   * What stands in place of a list that is empty: where nothing has ever been reported how to, for who may see keys
   * and for guests, who have just started it, and for all others who knows.
   */
  private async explain({
    access,
    address: { before, after },
    listing,
    listed,
    within,
    wanted,
  }: AskedList): Promise<Pick<IssueListProps, 'gettingStarted' | 'nothing'>> {
    const readable = within(access.listProjects('issues.read'));
    if (readable.length === 0) return { nothing: IN_NO_PROJECT };
    // Said beside the field.
    if (!listed.search) return {};
    if (before ?? after) return { nothing: explainPast(listing) };
    if (await this.issues.hasEverHad(readable === 'all' ? undefined : readable)) {
      const { span: _span, ...everything } = { ...wanted, search: [] };
      const [without, nearTypes] = await Promise.all([
        this.counts.count('', everything),
        this.advice.listNearTypes(listed.search, wanted.projectIds ?? 'all'),
      ]);
      return {
        nothing: { ...explainEmpty(listing, listed, without), ...toOffers(listing, nearTypes) },
      };
    }
    const keys = within(access.isGuest ? 'all' : access.listProjects('project.keys'));
    const dsn = await this.projects.findFirstDsn(keys);
    if (dsn) {
      const snippets = toSnippets(dsn);
      const offers = this.menus.list(EmptyListOffer, {
        mayOpen: (controller) => mayOpen(access, controller),
      });
      const href = toListAddress(listing);
      return { gettingStarted: { snippets, tunnel: dsn.tunnel, href, offers } };
    }
    if (keys === 'all' || keys.length > 0) return { nothing: explainSilence(listing, undefined) };
    const admins = await this.people.listWith('project.keys', readable);
    const names = admins.map(({ name }) => name);
    return { nothing: explainSilence(listing, names) };
  }
}

/** What is said of its state and assignee is what is not as it was from the beginning. */
function toRow(
  issue: Issue,
  {
    bars,
    users,
    names,
    nowMs,
  }: {
    nowMs: number;
    bars: readonly number[];
    /** At least so many, where not all of its events count. */
    users: number | undefined;
    names: ReadonlyMap<number, string>;
  },
): IssueListRow {
  const { state, assigneeId } = issue;
  // No more than all of its users.
  const isPart = users !== undefined && users < issue.users;
  const counted = isPart ? ({ users, areUsersAtLeast: true } as const) : {};
  const { place, type, ...summary } = toSummary(issue);
  const name = assigneeId === undefined ? undefined : names.get(assigneeId);
  const chip = findChip(issue, nowMs);
  return {
    ...summary,
    ...counted,
    type: toListedType(type),
    ...toListedPlace(place),
    bars,
    ...(chip && { chip }),
    ...(state.status === 'unresolved' ? {} : { state }),
    ...(name === undefined ? {} : { assignee: { name, initials: toInitials(name) } }),
  };
}

function toPageEdge(issue: Issue, sort: IssueSort): PageEdge {
  const { id, lastSeenMs: lastSeen, firstSeenMs: firstSeen, events, users, trend } = issue;
  return { id, value: { lastSeen, firstSeen, events, users, trend }[sort] };
}

/** With what its boxes cannot select, where a list goes beyond its page. */
function toPages(
  pages: readonly NamedAddress[],
  {
    listing,
    listed: { search },
    triage,
  }: Pick<AskedList, 'listing' | 'listed'> & { readonly triage: TriageOffer | undefined },
): Pick<IssueListProps, 'pages'> {
  if (pages.length === 0) return {};
  const href = triage && search && findBulkAddress(listing, search);
  return {
    pages: href === undefined ? pages : [...pages, { name: 'Change all that match', href }],
  };
}

function toOffers(
  listing: Listing,
  searches: readonly Search[],
): Pick<NonNullable<IssueListProps['nothing']>, 'offers'> {
  if (searches.length === 0) return {};
  const offers = searches.map((search) => {
    const query = printSearch(search);
    return { name: query, href: toListAddress({ ...listing, query }) };
  });
  return { offers };
}

/** What the filter and the search say together. */
function toWantedEvents(
  filter: EventFilter,
  { search = [] }: ListedSearch,
  nowMs: number,
): { search: Search; span?: CountSpan } {
  const span = toSpan(filter, nowMs);
  return { search: [...toFilterSearch(filter), ...search], ...(span ? { span } : {}) };
}

function toFilter(projects: ProjectIds): { projectIds?: readonly number[] } {
  return projects === 'all' ? {} : { projectIds: projects };
}
