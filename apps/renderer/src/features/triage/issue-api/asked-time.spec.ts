import { describe, expect, it } from '@jest/globals';
import { readTime, toSpan } from './asked-time.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const NOON_MS = Date.UTC(2026, 0, 5, 12);

describe('readTime', () => {
  it('reads a period, or two moments of which a day is the beginning', () => {
    expect(readTime({ statsPeriod: '', start: '' })).toBeUndefined();
    expect(readTime({ statsPeriod: '24h', start: 'x' })).toEqual({ lengthMs: DAY_MS });
    const asked = { start: '2026-01-04', end: '2026-01-05T13:00:00+01:00' };
    expect(readTime(asked)).toEqual({ startMs: Date.UTC(2026, 0, 4), endMs: NOON_MS });
  });

  it.each([
    [{ statsPeriod: 'soon' }, 'A statsPeriod is a number with its unit'],
    [{ start: '2026-01-05' }, 'A time has a start and an end'],
    [{ start: '2026-01-05', end: '2026-01-04' }, 'The end is before the start.'],
  ])('refuses the parameters %j: %s', (parameters, sentence) => {
    expect(() => readTime(parameters)).toThrow(sentence);
  });
});

describe('toSpan', () => {
  it.each([
    ['an hour', { lengthMs: HOUR_MS }, { unit: 'minute', count: 60, endMs: NOON_MS }],
    ['a day', { lengthMs: DAY_MS }, { unit: 'hour', count: 25, endMs: NOON_MS }],
    ['two weeks', { lengthMs: 14 * DAY_MS }, { unit: 'day', count: 15, endMs: NOON_MS }],
    [
      'three days whose end is in the future',
      { startMs: NOON_MS - 3 * DAY_MS, endMs: NOON_MS + 9999 * DAY_MS },
      { unit: 'day', count: 4, endMs: NOON_MS },
    ],
  ])('chooses the finest buckets that exist for %s', (_, time, span) => {
    expect(toSpan(time, NOON_MS)).toEqual(span);
  });
});
