import { NotFoundException } from '@nestjs/common';
import type { EventPosition } from '#product/recording/storage';
import { describeFault, isOfEventColumns, parseSearch, searchLimits, toEventSearch } from '#shared';
import type { Search } from '#shared';
import { encodeQuery } from '../../recording/issue-list/index.ts';

export interface EventSearch {
  readonly query: string;
  /**
   * The search reads only events older than this position. Absent when the search begins with the
   * newest event. The parameter is `older`, since `from` is the first day of a filter.
   */
  readonly from?: EventPosition | undefined;
}

export interface ReadFilter {
  readonly search: Search | undefined;
  readonly fault: string | undefined;
}

const POSITION = /^(?<at>\d{1,15})-(?<id>\d{1,15})$/;

/**
 * Reads `?query=` and `?older=<time>-<row>`. Throws 404 when `older` is no position; any text is a
 * valid query.
 */
export function readEventQuery({ query, older }: Readonly<Record<string, unknown>>): EventSearch {
  if (query !== undefined && typeof query !== 'string') throw new NotFoundException();
  return { query: (query ?? '').trim(), from: readPosition(older) };
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

export function toSearchReach(search: Search): number {
  const { columnsSearched, payloadsSearched } = searchLimits;
  return isOfEventColumns(search) ? columnsSearched : payloadsSearched;
}

export function printEventQuery({ query, from }: EventSearch): string {
  if (query === '') return '';
  return `query=${encodeQuery(query)}${from ? `&older=${printPosition(from)}` : ''}`;
}
