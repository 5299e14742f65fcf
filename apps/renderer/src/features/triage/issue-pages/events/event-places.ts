import { Injectable } from '@nestjs/common';
import { EventListStore } from '#product/recording/storage';
import type { EventInIssue } from '#product/recording/storage';
import { searchLimits } from '#shared';
import type { IssuePageProps } from '../issues.dto.ts';
import {
  EventMatches,
  findPlace,
  printEventQuery,
  readEventSearch,
} from '../../event-list/index.ts';
import type { EventSearch, Matches } from '../../event-list/index.ts';

/** `toLocaleString` would look up a formatter on each call. */
const counts = new Intl.NumberFormat('en');

export type EventPlace = Pick<IssuePageProps, 'place' | 'olderEventId' | 'newerEventId'>;

@Injectable()
export class EventPlaces {
  constructor(
    private readonly events: EventListStore,
    private readonly matches: EventMatches,
  ) {}

  async findNewest(issueId: number, filter: EventSearch): Promise<string | undefined> {
    const { search = [] } = readEventSearch(filter.query);
    if (search.length === 0) return undefined;
    const { found } = await this.matches.find(issueId, filter, search);
    return found[0]?.eventId;
  }

  async describe(issueId: number, shown: EventInIssue, filter: EventSearch): Promise<EventPlace> {
    const { search = [] } = readEventSearch(filter.query);
    if (search.length === 0) return this.describeAmongAll(issueId, shown);
    const matches = await this.matches.find(issueId, filter, search);
    const { found } = matches;
    const index = findPlace(matches, shown.position);
    const isFound = found[index]?.eventId === shown.event.eventId;
    const idOf = (at: number): string | undefined => (at < 0 ? undefined : found[at]?.eventId);
    return toPlace({
      text: toMatchText(isFound ? index : undefined, matches),
      search: { query: filter.query, within: printEventQuery(filter) },
      older: idOf(isFound ? index + 1 : index),
      newer: idOf(index - 1),
      oldest: idOf(found.length - 1),
      newest: idOf(0),
      shown: shown.event.eventId,
    });
  }

  private async describeAmongAll(issueId: number, shown: EventInIssue): Promise<EventPlace> {
    const limit = searchLimits.eventsCounted + 1;
    const { position, olderEventId: older, newerEventId: newer } = shown;
    const around = await this.events.locate(issueId, position, limit);
    return toPlace({
      text: toPlaceText(around),
      older,
      newer,
      oldest: around.oldestId ?? undefined,
      newest: around.newestId ?? undefined,
      shown: shown.event.eventId,
    });
  }
}

type Id = string | undefined;

function toPlace({
  text,
  search,
  older,
  newer,
  oldest,
  newest,
  shown,
}: {
  readonly text: string;
  readonly search?: NonNullable<IssuePageProps['place']>['search'];
  readonly older: Id;
  readonly newer: Id;
  readonly oldest: Id;
  readonly newest: Id;
  readonly shown: string;
}): EventPlace {
  const isElsewhere = (id: Id): id is string => id !== undefined && id !== shown;
  return {
    place: {
      text,
      search,
      oldestEventId: isElsewhere(oldest) ? oldest : undefined,
      newestEventId: isElsewhere(newest) ? newest : undefined,
    },
    olderEventId: older,
    newerEventId: newer,
  };
}

/**
 * Numbers events from the oldest, so an event keeps its number when newer ones arrive. `newer` and
 * `total` are counted up to `eventsCounted` + 1.
 */
function toPlaceText({ newer, total }: { readonly newer: number; readonly total: number }): string {
  const { eventsCounted } = searchLimits;
  if (total <= eventsCounted) return `Event ${format(total - newer)} of ${format(total)}`;
  const over = `over ${format(eventsCounted)}`;
  if (newer === 0) return `Newest of ${over} events`;
  return newer > eventsCounted
    ? `One of ${over} events`
    : `${format(newer)} newer, of ${over} events`;
}

/** `newer` is the number of newer matches, or undefined when the event is not a match. */
function toMatchText(newer: number | undefined, { found, decidedCount, until }: Matches): string {
  const total = `${format(found.length)} that match${until ? ` in ${format(decidedCount)} events` : ''}`;
  return newer === undefined
    ? `This event is none of the ${total}`
    : `Event ${format(found.length - newer)} of ${total}`;
}

function format(count: number): string {
  return counts.format(count);
}
