import { describe, expect, it } from '@jest/globals';
import { printBound, readBound, toLogBuckets } from './log-buckets.ts';

const NOON_MS = Date.UTC(2026, 0, 5, 12);
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

describe('toLogBuckets', () => {
  it.each([
    ['the last hour', {}, 60, 1, 5],
    ['a day when a log is older than an hour', { oldestMs: NOON_MS - 2 * HOUR }, 60, 24, 5],
    ['a week when a log is older than a day', { oldestMs: NOON_MS - 30 * HOUR }, 60, 168, 5],
    ['a month at most', { oldestMs: 0 }, 60, 744, 5],
    ['ten minutes', { fromMs: NOON_MS - 9 * MINUTE }, 10, 1, 1],
    ['one minute', { fromMs: NOON_MS, beforeMs: NOON_MS + MINUTE }, 1, 1, 1],
    ['13 minutes, and one behind them', { fromMs: NOON_MS - 12 * MINUTE }, 14, 1, 2],
    ['90 minutes as 45 bars', { fromMs: NOON_MS - 89 * MINUTE }, 48, 2, 4],
    ['a beginning after the end', { fromMs: NOON_MS, beforeMs: NOON_MS - HOUR }, 1, 1, 1],
  ])('divides %s', (_name, shown, buckets, minutes, perGroup) => {
    const divided = toLogBuckets({ nowMs: NOON_MS + 5000, ...shown });
    expect(divided).toMatchObject({ buckets, stepMs: minutes * MINUTE, perGroup });
  });

  it('ends with the minute of now, or of a log whose sender is ahead', () => {
    const endOf = (newestMs: number) => {
      const { fromMs, stepMs, buckets } = toLogBuckets({ nowMs: NOON_MS + 5000, newestMs });
      return fromMs + stepMs * buckets;
    };
    expect(endOf(NOON_MS)).toBe(NOON_MS + MINUTE);
    expect(endOf(NOON_MS + MINUTE)).toBe(NOON_MS + 2 * MINUTE);
  });
});

it.each([
  ['2026-01-05T12:00Z', 0],
  ['2026-01-05T12:00:30', MINUTE],
  ['-10m', -9 * MINUTE],
  ['-2h', -2 * HOUR + MINUTE],
  ['2026-02-30T12:00Z', undefined],
  ['yesterday', undefined],
  ['-5y', undefined],
  ['-5m cart', undefined],
])('readBound reads %p as a whole minute', (text, expected) => {
  for (const side of ['from', 'to'] as const) {
    const atMs = readBound(text, { side, nowMs: NOON_MS + 7 });
    expect(atMs && atMs - NOON_MS).toBe(expected);
  }
  expect(readBound(printBound(NOON_MS), { side: 'to', nowMs: 0 })).toBe(NOON_MS);
  expect(readBound('-999999d', { side: 'from', nowMs: NOON_MS })).toBe(0);
});
