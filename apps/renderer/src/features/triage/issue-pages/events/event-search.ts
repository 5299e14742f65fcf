import { NotFoundException } from '@nestjs/common';
import type { EventPosition } from '#product/recording/storage';
import { describeFault, isOfEventColumns, parseSearch, searchLimits, toEventSearch } from '#shared';
import type { Search } from '#shared';
import { encodeQuery } from '../list/listing.ts';

/** Which events of an issue somebody looks at: those that a search finds. */
export interface EventSearch {
  /** As it was typed; empty for all events. */
  readonly query: string;
  /** Only older ones are looked through; from the newest on unless said. */
  readonly from?: EventPosition | undefined;
}

export interface ReadFilter {
  /** Undefined where there is a fault. */
  readonly search: Search | undefined;
  /** What is wrong with the query, in a sentence or two. */
  readonly fault: string | undefined;
}

const POSITION = /^(?<at>\d{1,15})-(?<id>\d{1,15})$/;

/** `?query=` and `?from=<time>-<row>` of an address. A query may be anything; what is no position names no page. */
export function readEventQuery({ query, from }: Readonly<Record<string, unknown>>): EventSearch {
  if (query !== undefined && typeof query !== 'string') throw new NotFoundException();
  return { query: (query ?? '').trim(), from: readPosition(from) };
}

export function readPosition(value: unknown): EventPosition | undefined {
  if (value === undefined || value === '') return undefined;
  const { at, id } = (typeof value === 'string' && POSITION.exec(value)?.groups) || {};
  if (at === undefined || id === undefined) throw new NotFoundException();
  return { occurredAtMs: Number(at), id: Number(id) };
}

export function printPosition({ occurredAtMs, id }: EventPosition): string {
  return `${occurredAtMs}-${id}`;
}

export function readEventSearch(query: string): ReadFilter {
  const parsed = parseSearch(query);
  const read = parsed.ok ? toEventSearch(parsed.value) : parsed;
  return read.ok
    ? { search: read.value, fault: undefined }
    : { search: undefined, fault: describeFault(query, read.fault) };
}

/** How many events a search looks through. */
export function toLookedThrough(search: Search): number {
  const { columnsSearched, payloadsSearched } = searchLimits;
  return isOfEventColumns(search) ? columnsSearched : payloadsSearched;
}

/** What stands in addresses within it, after `?` or `&`; empty for all events. */
export function printFilter({ query, from }: EventSearch): string {
  if (query === '') return '';
  return `query=${encodeQuery(query)}${from ? `&from=${printPosition(from)}` : ''}`;
}
