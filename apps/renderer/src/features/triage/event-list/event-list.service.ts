import { Injectable } from '@nestjs/common';
import { EventListStore } from '#product/recording/storage';
import { IssueStore } from '#product/recording/issues';
import type { Issue } from '#product/recording/issues';
import type { ListedEvent } from '#product/recording/storage';
import { Clock, searchLimits, toShortId } from '#shared';
import type { NamedAddress, Search } from '#shared';
import { SearchAdvice, toAdvice } from '../../recording/search/index.ts';
import { readEventSearch } from './event-search.ts';
import { EventMatches, findPlace } from './event-matches.ts';
import type { Matches } from './event-matches.ts';
import { toEventTable } from './event-rows.ts';
import { toEventsAddress } from './events-address.ts';
import type { EventsAddress } from './events-address.ts';
import { describeUnsearched, explainNoEvent, toExtent } from './events-text.ts';

const EVENTS_PER_PAGE = 50;

interface FoundPage {
  readonly shown: readonly ListedEvent[];
  readonly hasNewer: boolean;
  readonly hasOlder: boolean;
  readonly newer: number;
  readonly total: number;
  readonly matches?: Matches;
}

@Injectable()
export class EventListService {
  constructor(
    private readonly issues: IssueStore,
    private readonly events: EventListStore,
    private readonly matches: EventMatches,
    private readonly advice: SearchAdvice,
    private readonly clock: Clock,
  ) {}

  async list(issueId: number, address: EventsAddress) {
    const nowMs = this.clock.nowMs();
    const issue = await this.issues.find(issueId, nowMs);
    if (!issue) return undefined;
    const { filter, tags } = address;
    const { search, fault } = readEventSearch(filter.query);
    const page = search && (await this.find(issue, address, search));
    // Advice appears only when no event was found, because payloads may already have a tag that is
    // not counted yet.
    const isEmpty = search && page?.shown.length === 0;
    const unknown = isEmpty && (await this.advice.findUnknownKey(search, [issue.projectId]));
    const { id, type, value, level } = issue;
    return {
      nowMs,
      issue: { id, shortId: toShortId(issue.projectSlug, issue.number), type, value, level },
      query: filter.query,
      fault,
      ...toAdvice(unknown, filter.query, (query) =>
        toEventsAddress(id, { ...address, filter: { query } }),
      ),
      ...(await toEventTable(issue, page?.shown ?? [], { asked: tags, filter })),
      // The search form sends the columns again. Undefined where Errata chose them.
      askedTags: tags,
      ...toExtentProps(id, address, page),
    };
  }

  private find(issue: Issue, address: EventsAddress, search: Search): Promise<FoundPage> {
    return search.length === 0
      ? this.findAny(issue.id, address)
      : this.findMatching(issue.id, address, search);
  }

  private async findAny(issueId: number, address: EventsAddress): Promise<FoundPage> {
    const { before, after } = address;
    const limit = searchLimits.eventsCounted + 1;
    const [found, total] = await Promise.all([
      this.events.list(issueId, { limit: EVENTS_PER_PAGE + 1, before, after }),
      this.events.count(issueId, { limit }),
    ]);
    const hasMore = found.length > EVENTS_PER_PAGE;
    const shown = after ? found.slice(-EVENTS_PER_PAGE) : found.slice(0, EVENTS_PER_PAGE);
    const first = shown[0]?.position;
    const isFirstPage = (!before && !after) || first === undefined;
    const newer = isFirstPage ? 0 : await this.events.count(issueId, { after: first, limit });
    return {
      shown,
      hasNewer: newer > 0,
      hasOlder: after ? true : hasMore,
      newer,
      total,
    };
  }

  private async findMatching(
    issueId: number,
    { filter, before, after }: EventsAddress,
    search: Search,
  ): Promise<FoundPage> {
    const matches = await this.matches.find(issueId, filter, search);
    const { found } = matches;
    const newer = toStart(matches, { before, after });
    const end = after ? findPlace(matches, after) : newer + EVENTS_PER_PAGE;
    const ids = found.slice(newer, end).map(({ position }) => position.id);
    return {
      shown: await this.events.get(issueId, ids),
      hasNewer: newer > 0,
      hasOlder: end < found.length,
      newer,
      total: found.length,
      matches,
    };
  }
}

function toStart(
  matches: Matches,
  { before, after }: Pick<EventsAddress, 'before' | 'after'>,
): number {
  if (after) return Math.max(0, findPlace(matches, after) - EVENTS_PER_PAGE);
  if (!before) return 0;
  const place = findPlace(matches, before);
  return matches.found[place]?.position.id === before.id ? place + 1 : place;
}

function toExtentProps(issueId: number, address: EventsAddress, page: FoundPage | undefined) {
  if (!page) return { extent: '', unsearched: undefined, pages: [], nothing: undefined };
  const { shown, matches } = page;
  return {
    extent: shown.length === 0 ? '' : toExtent({ ...page, shown: shown.length }),
    unsearched: matches?.until ? describeUnsearched(issueId, address, matches) : undefined,
    pages: toPages(issueId, address, page),
    nothing: shown.length === 0 ? explainNoEvent(issueId, address, matches) : undefined,
  };
}

function toPages(
  issueId: number,
  address: EventsAddress,
  { shown, hasNewer, hasOlder }: FoundPage,
): NamedAddress[] {
  const [first, last] = [shown.at(0)?.position, shown.at(-1)?.position];
  const lead = (name: string, edge?: Parameters<typeof toEventsAddress>[2]): NamedAddress => ({
    name,
    href: toEventsAddress(issueId, address, edge),
  });
  return [
    ...(first && hasNewer
      ? [lead('Newest'), lead('Newer', { side: 'after', position: first })]
      : []),
    ...(last && hasOlder ? [lead('Older', { side: 'before', position: last })] : []),
  ];
}
