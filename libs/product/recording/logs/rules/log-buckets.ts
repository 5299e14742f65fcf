import { parseSearch, toTimeRange } from '#shared';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** Bars of a histogram of at least an hour. Counts are by minute, so a shorter one has fewer. */
const MOST_BUCKETS = 60;
/** Links of a histogram, which share the buckets. A phone is too narrow for more. */
const GROUPS = 12;
/** Times that a histogram shows when the address names none, the shortest first. */
const SPANS_MS = [HOUR_MS, DAY_MS, 7 * DAY_MS, 31 * DAY_MS];

export interface LogBuckets {
  readonly fromMs: number;
  readonly stepMs: number;
  /** A multiple of `perGroup`. The last buckets may lie behind the time that was asked for. */
  readonly buckets: number;
  readonly perGroup: number;
}

export interface ShownTime {
  /** Bounds of the address, in whole minutes. */
  readonly fromMs?: number | undefined;
  readonly beforeMs?: number | undefined;
  readonly nowMs: number;
  /** Times of the oldest and the newest log on the page. */
  readonly oldestMs?: number | undefined;
  readonly newestMs?: number | undefined;
}

/**
 * Divides a time into buckets of whole minutes. Without a beginning in the address, it is the
 * shortest of an hour, a day, a week and a month that has all logs of the page.
 */
export function toLogBuckets(shown: ShownTime): LogBuckets {
  const { nowMs, oldestMs = nowMs, newestMs = nowMs } = shown;
  const beforeMs = shown.beforeMs ?? toMinute(Math.max(nowMs, newestMs)) + MINUTE_MS;
  const span = SPANS_MS.find((spanMs) => beforeMs - spanMs <= oldestMs) ?? SPANS_MS.at(-1)!;
  const fromMs = Math.min(shown.fromMs ?? beforeMs - span, beforeMs - MINUTE_MS);
  const minutes = (beforeMs - fromMs) / MINUTE_MS;
  const step = Math.ceil(minutes / MOST_BUCKETS);
  const perGroup = Math.ceil(minutes / step / GROUPS);
  const buckets = Math.ceil(minutes / step / perGroup) * perGroup;
  return { fromMs, stepMs: step * MINUTE_MS, buckets, perGroup };
}

/**
 * Reads a bound of an address as the search language reads `timestamp:`, such as `-10m` or
 * `2026-01-05T12:30`. Counts are by minute, so it returns the next whole minute: the last ten
 * minutes are nine and the present one.
 */
export function readBound(
  text: string,
  { side, nowMs }: { readonly side: 'from' | 'to'; readonly nowMs: number },
): number | undefined {
  const parsed = parseSearch(`timestamp:${side === 'from' ? '>=' : '<'}${text}`, 'logs');
  const [term, ...more] = parsed.ok ? parsed.value : [];
  if (term?.kind !== 'time' || more.length > 0) return undefined;
  const range = toTimeRange(term.values[0]!, nowMs);
  const atMs = side === 'from' ? range.fromMs : range.beforeMs;
  // An address cannot name a year before 0.
  return atMs === undefined ? undefined : Math.max(Math.ceil(atMs / MINUTE_MS) * MINUTE_MS, 0);
}

/** Returns a bound that `readBound` reads, to the minute. */
export function printBound(atMs: number): string {
  return `${new Date(atMs).toISOString().slice(0, 16)}Z`;
}

function toMinute(atMs: number): number {
  return Math.floor(atMs / MINUTE_MS) * MINUTE_MS;
}
