import { setImmediate as nextTurn } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { LongReads } from '#product';
import type { EventListStore, EventPosition, WantedEvents } from '#product/recording/storage';
import { Clock, comparesReleases, isOfEventColumns, searchLimits } from '#shared';
import type { MatchFacts, Search } from '#shared';
import { printFilter, toLookedThrough } from './event-search.ts';
import type { EventSearch } from './event-search.ts';
import { createJudge, holdsOf } from './holds-of.ts';

const FRESH_FOR_MS = 30_000;
/** At most 5,000 places each. */
const KEPT = 8;
/** So much is read and looked at in one go; everybody else's requests go between. */
const PAYLOADS_AT_ONCE = 20;
const COLUMNS_AT_ONCE = 1000;

/** Events of an issue that a search has found, the newest first. */
export interface Matches {
  readonly found: readonly { readonly position: EventPosition; readonly eventId: string }[];
  /** How many were looked through: those that were kept whole, and stubs that tell enough. */
  readonly looked: number;
  /** So many of these are stubs. */
  readonly stubs: number;
  /** Stubs among them of which the search cannot be answered. */
  readonly untold: number;
  /** That is a least number. */
  readonly areUntoldMore?: true;
  /** The oldest of these; absent where there is no older one. */
  readonly until?: EventPosition;
}

interface Look {
  readonly from: EventPosition | undefined;
  readonly search: Search;
  readonly nowMs: number;
}

/**
 * Which events of an issue a search finds, some seconds ago: who steps from one to the next asks for the same again and
 * again. No index knows what payloads hold, so that a bounded number of events is looked through, the newest first.
 */
@Injectable()
export class EventMatches {
  private readonly known = new Map<string, { atMs: number; matches: Promise<Matches> }>();

  constructor(
    private readonly reads: LongReads,
    private readonly clock: Clock,
  ) {}

  /** `search` is what the filter's query was read from. */
  find(issueId: number, filter: EventSearch, search: Search): Promise<Matches> {
    const nowMs = this.clock.nowMs();
    const name = `${issueId} ${printFilter(filter)}`;
    const known = this.known.get(name);
    if (known && Math.abs(nowMs - known.atMs) < FRESH_FOR_MS) return known.matches;
    const matches = this.look(issueId, { from: filter.from, search, nowMs });
    // One that failed is asked again.
    matches.catch(() => this.known.delete(name));
    this.known.delete(name);
    this.known.set(name, { atMs: nowMs, matches });
    for (const oldest of this.known.keys()) {
      if (this.known.size <= KEPT) break;
      this.known.delete(oldest);
    }
    return matches;
  }

  /**
   * Of what was kept whole. A search of columns looks at stubs, too, as long as these, which may be a storm, do not take it too far:
   * then it goes on with whole ones alone.
   */
  private async look(issueId: number, { from, search, nowMs }: Look): Promise<Matches> {
    const { eventLists } = this.reads.stores;
    const facts = {
      nowMs,
      ...(comparesReleases(search)
        ? { releasesFirstSeenMs: await eventLists.listFirstSeen(issueId) }
        : {}),
    };
    const most = toLookedThrough(search);
    const isBare = isOfEventColumns(search);
    const atOnce = isBare ? COLUMNS_AT_ONCE : PAYLOADS_AT_ONCE;
    const read = isBare ? readColumns(search, facts) : readPayloads(search, facts);
    const found: Matches['found'][number][] = [];
    let [whole, stubs, rows] = [0, 0, 0];
    let before = from;
    let isAtEnd = false;
    let isWhole = !isBare;
    while (whole < most && !isAtEnd) {
      isWhole ||= rows >= most;
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
    const looked = whole + stubs;
    const untold = isWhole
      ? await this.countUntold(issueId, { from, until, looked })
      : { untold: rows - looked };
    return { found, looked, stubs, ...untold, ...(until ? { until } : {}) };
  }

  /** All others of the same time, as far as they are counted. */
  private async countUntold(
    issueId: number,
    {
      from,
      until,
      looked,
    }: { from: EventPosition | undefined } & Pick<Matches, 'until' | 'looked'>,
  ): Promise<Pick<Matches, 'untold' | 'areUntoldMore'>> {
    const { eventsCounted } = searchLimits;
    const newer = await this.reads.stores.eventLists.count(issueId, {
      after: until,
      before: from,
      limit: eventsCounted + 1,
    });
    // The last that was looked at is not newer than itself.
    const untold = Math.max(0, newer + (until ? 1 : 0) - looked);
    return newer > eventsCounted ? { untold, areUntoldMore: true } : { untold };
  }
}

interface LookedAt {
  readonly position: EventPosition;
  readonly eventId: string;
  readonly isStub: boolean;
  /** Undefined where that cannot be told. */
  readonly isFound: boolean | undefined;
}

type Read = (
  eventLists: EventListStore,
  issueId: number,
  wanted: WantedEvents,
) => Promise<readonly LookedAt[]>;

function readColumns(search: Search, facts: MatchFacts): Read {
  const judge = createJudge(search, facts);
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
    return events.map((each) => ({
      position: each.position,
      eventId: each.event.eventId,
      isStub: each.notKept !== undefined,
      isFound: holdsOf(search, each, facts),
    }));
  };
}

/** The place of the event in the list; of one that is not in it, the place of the next older one, which may be its end. */
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
