import type { Address } from '#shared';
import { Injectable, NotFoundException } from '@nestjs/common';
import type { PipeTransform } from '@nestjs/common';
import type { EventPosition } from '#product/recording/storage';
import { searchLimits, to } from '#shared';
import { printEventQuery, printPosition, readEventQuery, readPosition } from './event-search.ts';
import type { EventSearch } from './event-search.ts';

export interface EventsAddress {
  readonly filter: EventSearch;
  /** Keys of the tag columns. Undefined when Errata chooses them. */
  readonly tags: readonly string[] | undefined;
  readonly before: EventPosition | undefined;
  readonly after: EventPosition | undefined;
}

type Parameters = Readonly<Record<string, unknown>>;

/**
 * Reads `?query=`, `?older=`, `?before=` or `?after=<time>-<row>`, and `?tag=` once for each column.
 * An empty `?tag=` means no tag columns. Throws 404 for values that cannot be read, except in
 * `query`, where any text is allowed.
 */
@Injectable()
export class EventsAddressPipe implements PipeTransform<Parameters, EventsAddress> {
  transform(parameters: Parameters): EventsAddress {
    return {
      filter: readEventQuery(parameters),
      tags: readTags(parameters['tag']),
      before: readPosition(parameters['before']),
      after: readPosition(parameters['after']),
    };
  }
}

function readTags(value: unknown): readonly string[] | undefined {
  if (value === undefined) return undefined;
  const keys: unknown[] = Array.isArray(value) ? value : [value];
  if (!keys.every((key) => typeof key === 'string')) throw new NotFoundException();
  return [...new Set(keys)].filter((key) => key !== '').slice(0, searchLimits.tagColumns);
}

export function toEventsAddress(
  issueId: number,
  { filter, tags }: Pick<EventsAddress, 'filter'> & { readonly tags?: EventsAddress['tags'] },
  edge?: { readonly side: 'before' | 'after'; readonly position: EventPosition },
): Address {
  const parameters = [
    printEventQuery(filter),
    ...(tags?.length === 0 ? [''] : (tags ?? [])).map((key) => `tag=${encodeURIComponent(key)}`),
    ...(edge ? [`${edge.side}=${printPosition(edge.position)}`] : []),
  ].filter((each) => each !== '');
  return to('/issues/:id/events', { id: issueId }, { query: parameters.join('&') });
}

/** The address contains the filter, so that the event's page can link to the next match. */
export function toEventAddress(issueId: number, eventId: string, filter: EventSearch): Address {
  const parameters = [`event=${eventId}`, printEventQuery(filter)].filter((each) => each !== '');
  return to('/issues/:id', { id: issueId }, { query: parameters.join('&') });
}
