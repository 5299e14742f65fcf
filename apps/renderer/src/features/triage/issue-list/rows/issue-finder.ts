import { Injectable } from '@nestjs/common';
import { CountStore } from '#product/recording/counts';
import { IssueStore } from '#product/recording/issues';
import type { Issue, IssueSort, PageEdge } from '#product/recording/issues';
import { PeopleService } from '../../../projects/members/index.ts';
import { isFiltering, printFilter } from '../../../recording/issue-page/index.ts';
import { toBarUnit, toBucketsPerBar, toTimeBars } from '../../../recording/issue-page/index.ts';
import type { IssueListProps } from '../issue-list.dto.ts';
import type { NamedAddress } from '#shared';
import type { ListRequest } from '../list-request.ts';
import { IssueCounts } from '../issue-counts.ts';
import { hasCountedTerms, toListAddress } from '../../../recording/issue-list/index.ts';
import { toExtent } from '../listing.ts';
import { toRow } from './to-row.ts';

const ISSUES_PER_PAGE = 100;
/**
 * Number of events that are read for each grouping key to count the users of a row. Only rows in
 * which some events do not match need this.
 */
const EVENTS_FOR_USERS = 20;

export type FoundIssues = Pick<IssueListProps, 'issues' | 'bars' | 'extent'> & {
  readonly pages: readonly NamedAddress[];
};

@Injectable()
export class IssueFinder {
  constructor(
    private readonly issues: IssueStore,
    private readonly counts: IssueCounts,
    private readonly events: CountStore,
    private readonly people: PeopleService,
  ) {}

  async find(asked: ListRequest): Promise<FoundIssues> {
    const { shown, pages } = await this.findPage(asked);
    const [rows, extent] = await Promise.all([
      this.toRows(shown, asked),
      pages.length > 0 ? this.measure(asked, shown.length) : {},
    ]);
    return { ...rows, ...extent, pages };
  }

  private async findPage({
    address,
    listing,
    listed,
    wanted,
  }: ListRequest): Promise<{ shown: readonly Issue[]; pages: readonly NamedAddress[] }> {
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
    { listing, wanted }: ListRequest,
    shown: number,
  ): Promise<Pick<IssueListProps, 'extent'>> {
    const { query, sort, filter = {} } = listing;
    const count = await this.counts.count(`${printFilter(filter)} ${query}`, wanted);
    const isFiltered = isFiltering(filter) || hasCountedTerms(wanted.search);
    return { extent: toExtent(shown, count, { sort, isFiltered }) };
  }

  private async toRows(
    issues: readonly Issue[],
    { address: { filter }, wanted }: ListRequest,
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
}

function toPageEdge(issue: Issue, sort: IssueSort): PageEdge {
  const { id, lastSeenMs: lastSeen, firstSeenMs: firstSeen, events, users, trend } = issue;
  return { id, value: { lastSeen, firstSeen, events, users, trend }[sort] };
}
