import { BadRequestException } from '@nestjs/common';
import type { CountSpan } from '#product/recording/counts';
import { readSentTime } from '#product/recording/releases/rules';
import { findOwn, retentionLimits } from '#shared';
import { listTexts } from './asked-texts.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const PERIOD = /^(?<count>[1-9]\d{0,4})(?<unit>[smhdw])$/;
const MOMENT = /^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)?)?$/;
const UNITS: Readonly<Record<string, number>> = {
  s: 1000,
  m: MINUTE_MS,
  h: HOUR_MS,
  d: DAY_MS,
  w: 7 * DAY_MS,
};
/**
 * Longest period with counts by minute, since Errata keeps counts by minute for the last hour only.
 */
const MOST_BY_MINUTES_MS = HOUR_MS;
const MOST_BY_HOURS_MS = 2 * DAY_MS;
const MOST_DAYS = 3660;

/** Either a period that ends now, or the time between two moments (epoch milliseconds). */
export type AskedTime =
  | { readonly lengthMs: number }
  | { readonly startMs: number; readonly endMs: number };

/**
 * Reads `statsPeriod` (`24h`, `14d`), or `start` and `end` (ISO 8601). Returns undefined when the
 * query has none of these parameters. Throws 400 when a value cannot be parsed.
 */
export function readTime(query: Readonly<Record<string, unknown>>): AskedTime | undefined {
  const [period, start, end] = ['statsPeriod', 'start', 'end'].map(
    (name) => listTexts(query[name])[0],
  );
  if (period !== undefined) return { lengthMs: readPeriod(period) };
  if (start === undefined && end === undefined) return undefined;
  const startMs = readMoment(start);
  const endMs = readMoment(end);
  if (endMs < startMs) throw new BadRequestException('The end is before the start.');
  return { startMs, endMs };
}

export function toBounds(
  time: AskedTime | undefined,
  nowMs: number,
): { readonly startMs: number; readonly endMs: number } {
  if (!time) return { startMs: 0, endMs: Number.MAX_SAFE_INTEGER - 1 };
  return 'lengthMs' in time ? { startMs: nowMs - time.lengthMs, endMs: nowMs } : time;
}

/**
 * Returns the finest buckets that exist for the time: minutes of the last hour, hours up to two
 * days, otherwise days (UTC). The first bucket may begin earlier than the time asked for.
 */
export function toSpan(time: AskedTime, nowMs: number): CountSpan {
  const { startMs, endMs: wantedMs } = toBounds(time, nowMs);
  // Buckets are counted back from the end, so an end in the future would leave out early buckets.
  const endMs = Math.max(startMs, Math.min(wantedMs, nowMs));
  const lengthMs = endMs - startMs;
  if (endMs === nowMs && lengthMs <= MOST_BY_MINUTES_MS) {
    return { unit: 'minute', count: Math.max(1, Math.ceil(lengthMs / MINUTE_MS)), endMs };
  }
  const hasHours = startMs > nowMs - retentionLimits.hoursKeptMs;
  if (hasHours && lengthMs <= MOST_BY_HOURS_MS) {
    return { unit: 'hour', count: countBuckets(startMs, endMs, HOUR_MS), endMs };
  }
  const days = countBuckets(startMs, endMs, DAY_MS);
  return { unit: 'day', count: Math.min(days, MOST_DAYS), endMs };
}

function countBuckets(startMs: number, endMs: number, bucketMs: number): number {
  return Math.floor(endMs / bucketMs) - Math.floor(startMs / bucketMs) + 1;
}

function readPeriod(period: string): number {
  const { count, unit = '' } = PERIOD.exec(period)?.groups ?? {};
  const unitMs = findOwn(UNITS, unit);
  if (unitMs !== undefined) return Number(count) * unitMs;
  throw new BadRequestException('A statsPeriod is a number with its unit: 30m, 24h, 14d or 2w.');
}

function readMoment(text = ''): number {
  const atMs = MOMENT.test(text) ? readSentTime(text) : undefined;
  if (atMs !== undefined) return atMs;
  throw new BadRequestException('A time has a start and an end, written as 2026-01-05T12:00:00Z.');
}
