import { reportLimits } from '#shared';
import { DAY_MS } from '#persistence/stores';
import type { LogPlace } from './log.types.ts';

/** Logs of a block lie within this time, so few blocks overlap at any time. */
export const BLOCK_SPAN_MS = 60_000;
const MOST_MS = 2 ** 32 - 1;
const IDS_PER_MS = 2 ** 20;

/**
 * Returns the first id of blocks of the day whose last log is of this time. Ids are in the order of
 * time, because the full-text index of SQLite gives rows in the order of their ids.
 */
export function toBlockId(day: string, endsAtMs: number): number {
  const ms = endsAtMs - (Date.parse(day) - reportLimits.behindMs);
  return Math.min(Math.max(ms, 0), MOST_MS) * IDS_PER_MS;
}

/** Returns the millisecond in an id, counted from the earliest that a log of the day can have. */
export function toMsOfDay(blockId: number): number {
  return Math.floor(blockId / IDS_PER_MS);
}

export function toFirstIdOf(msOfDay: number): number {
  return msOfDay * IDS_PER_MS;
}

/** Returns the latest time that a log of the day can have. */
export function toLatestMs(day: string): number {
  return Date.parse(day) + DAY_MS + reportLimits.aheadMs;
}

/** Returns the place before which all logs are earlier than the time. */
export function toPlaceBefore(atMs: number): LogPlace {
  return { atMs, day: '', blockId: 0, index: 0 };
}

/** Compares places for sorting from the latest to the earliest. */
export function comparePlaces(a: LogPlace, b: LogPlace): number {
  if (a.atMs !== b.atMs) return b.atMs - a.atMs;
  if (a.day !== b.day) return a.day < b.day ? 1 : -1;
  return b.blockId - a.blockId || b.index - a.index;
}

export function isEarlier(place: LogPlace, than: LogPlace): boolean {
  return comparePlaces(place, than) > 0;
}
