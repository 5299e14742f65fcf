import { setImmediate as nextTurn } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { LongReads } from '#product';
import type { EventListStore, EventPosition, WantedEvents } from '#product/recording/storage';
import { asksForLatest, Clock, comparesReleases, isOfEventColumns, searchLimits } from '#shared';
import type { MatchFacts, Search } from '#shared';
import { Turn } from '#telemetry/plain';
import { printEventQuery, toSearchReach } from './event-search.ts';
import type { EventSearch } from './event-search.ts';
import { createColumnMatcher, matchesStoredEvent } from './event-judge.ts';

const FRESH_FOR_MS = 30_000;
/** Number of searches whose results are cached. Each result has at most some 10,000 positions. */
const MOST_CACHED = 8;
/** Rows that are read at once. Other requests run between two reads. */
const PAYLOADS_AT_ONCE = 20;
const COLUMNS_AT_ONCE = 1000;

export interface Matches {
  readonly found: readonly { readonly position: EventPosition; readonly eventId: string }[];
  /**
   * Events that could be checked: events with a payload, and stubs (events without a payload) whose
   * columns are enough.
   */
  readonly decidedCount: number;
  readonly stubs: number;
  /** Stubs in the searched range whose columns are not enough to check them. */
  readonly undecided: number;
  /** True when the number of undecided stubs is only a lower bound. */
  readonly areUndecidedMore?: true;
  /**
   * The oldest event that the search has read. Absent when the search has read the issue's oldest
   * event.
   */
  readonly until?: EventPosition;
}

interface SearchRange {
  readonly from: EventPosition | undefined;
  readonly search: Search;
  readonly nowMs: number;
}

/**
 * Caches results for some seconds, since a reader who steps through the matches repeats the search.
 * No index covers payloads, so a search reads a bounded number of events, the newest first.
 */
@Injectable()
export class EventMatches {
  private readonly known = new Map<string, { atMs: number; matches: Promise<Matches> }>();

  constructor(
    private readonly reads: LongReads,
    private readonly clock: Clock,
  ) {}

  find(issueId: number, filter: EventSearch, search: Search): Promise<Matches> {
    const nowMs = this.clock.nowMs();
    const name = `${issueId} ${printEventQuery(filter)}`;
    const known = this.known.get(name);
    if (known && Math.abs(nowMs - known.atMs) < FRESH_FOR_MS) return known.matches;
    const matches = this.searchEvents(issueId, { from: filter.from, search, nowMs });
    matches.catch(() => this.known.delete(name));
    this.known.delete(name);
    this.known.set(name, { atMs: nowMs, matches });
    for (const oldest of this.known.keys()) {
      if (this.known.size <= MOST_CACHED) break;
      this.known.delete(oldest);
    }
    return matches;
  }

  private async readReleases(issueId: number, search: Search): Promise<Partial<MatchFacts>> {
    const { eventLists } = this.reads.stores;
    return {
      releasesFirstSeenMs: comparesReleases(search)
        ? await eventLists.listFirstSeen(issueId)
        : undefined,
      latestRelease: asksForLatest(search) ? await this.findLatest(issueId) : undefined,
    };
  }

  private async findLatest(issueId: number): Promise<string | undefined> {
    const { issues, releaseList } = this.reads.stores;
    const projectId = await issues.findProject(issueId);
    if (projectId === undefined) return undefined;
    const [latest] = await releaseList.list({ projectIds: [projectId], limit: 1 });
    return latest?.version;
  }

  /**
   * Reads events, newest first, until `searchLimit` events with a payload are checked. A search
   * that needs only columns also checks the stubs among its first rows. Later reads skip stubs, so
   * that thousands of stubs in a row do not slow down the search.
   */
  private async searchEvents(
    issueId: number,
    { from, search, nowMs }: SearchRange,
  ): Promise<Matches> {
    const { eventLists } = this.reads.stores;
    const facts = { nowMs, ...(await this.readReleases(issueId, search)) };
    const searchLimit = toSearchReach(search);
    const needsOnlyColumns = isOfEventColumns(search);
    const atOnce = needsOnlyColumns ? COLUMNS_AT_ONCE : PAYLOADS_AT_ONCE;
    const read = needsOnlyColumns ? readColumns(search, facts) : readPayloads(search, facts);
    const found: Matches['found'][number][] = [];
    let [whole, stubs, rows] = [0, 0, 0];
    let before = from;
    let isAtEnd = false;
    let isWhole = !needsOnlyColumns;
    while (whole < searchLimit && !isAtEnd) {
      isWhole ||= rows >= searchLimit;
      const batch = await read(eventLists, issueId, { limit: atOnce, before, isWhole });
      for (const { position, eventId, isFound, isStub } of batch) {
        if (isFound) found.push({ position, eventId });
        if (!isStub) whole += 1;
        else if (isFound !== undefined) stubs += 1;
      }
      rows += batch.length;
      isAtEnd = batch.length < atOnce;
      before = batch.at(-1)?.position ?? before;
      await nextTurn();
    }
    const until = isAtEnd ? undefined : before;
    const decidedCount = whole + stubs;
    const undecided = isWhole
      ? await this.countUndecided(issueId, { from, until, decidedCount })
      : { undecided: rows - decidedCount };
    return { found, decidedCount, stubs, ...undecided, ...(until ? { until } : {}) };
  }

  private async countUndecided(
    issueId: number,
    {
      from,
      until,
      decidedCount,
    }: { from: EventPosition | undefined } & Pick<Matches, 'until' | 'decidedCount'>,
  ): Promise<Pick<Matches, 'undecided' | 'areUndecidedMore'>> {
    const { eventsCounted } = searchLimits;
    const newer = await this.reads.stores.eventLists.count(issueId, {
      after: until,
      before: from,
      limit: eventsCounted + 1,
    });
    // The search has read the event at `until`, but `newer` does not count this event.
    const undecided = Math.max(0, newer + (until ? 1 : 0) - decidedCount);
    return newer > eventsCounted ? { undecided, areUndecidedMore: true } : { undecided };
  }
}

interface ReadEvent {
  readonly position: EventPosition;
  readonly eventId: string;
  readonly isStub: boolean;
  readonly isFound: boolean | undefined;
}

type Read = (
  eventLists: EventListStore,
  issueId: number,
  wanted: WantedEvents,
) => Promise<readonly ReadEvent[]>;

function readColumns(search: Search, facts: MatchFacts): Read {
  const judge = createColumnMatcher(search, facts);
  return async (eventLists, issueId, wanted) => {
    const events = await eventLists.listColumns(issueId, wanted);
    return events.map((each) => ({
      position: { occurredAtMs: each.occurredAtMs, id: each.id },
      eventId: each.eventId,
      isStub: each.notKept !== null,
      isFound: judge(each),
    }));
  };
}

function readPayloads(search: Search, facts: MatchFacts): Read {
  return async (eventLists, issueId, wanted) => {
    const events = await eventLists.list(issueId, wanted);
    return new Turn().map(events, (each) => ({
      position: each.position,
      eventId: each.event.eventId,
      isStub: each.notKept !== undefined,
      isFound: matchesStoredEvent(search, each, facts),
    }));
  };
}

/**
 * Returns the index of the event. When the list does not have it, returns the index of the next
 * older event, or the list's length.
 */
export function findPlace({ found }: Matches, { occurredAtMs, id }: EventPosition): number {
  let [low, high] = [0, found.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const { position } = found[middle]!;
    const isNewer =
      position.occurredAtMs > occurredAtMs ||
      (position.occurredAtMs === occurredAtMs && position.id > id);
    if (isNewer) low = middle + 1;
    else high = middle;
  }
  return low;
}
