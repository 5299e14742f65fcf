import { describe, expect, it } from '@jest/globals';
import { readTime, toSpan } from './asked-time.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const NOON_MS = Date.UTC(2026, 0, 5, 12);

describe('readTime', () => {
  it.each([
    [{}, undefined],
    [{ statsPeriod: '', start: '' }, undefined],
    [{ statsPeriod: '30m' }, { lengthMs: 30 * MINUTE_MS }],
    [{ statsPeriod: '24h', start: 'x' }, { lengthMs: DAY_MS }],
    [
      { start: '2026-01-04', end: '2026-01-05T12:00:00Z' },
      { startMs: Date.UTC(2026, 0, 4), endMs: NOON_MS },
    ],
    [
      { start: '2026-01-05T12:00:00', end: '2026-01-05T14:00:00+01:00' },
      { startMs: NOON_MS, endMs: NOON_MS + HOUR_MS },
    ],
  ])('reads the parameters %j', (parameters, time) => {
    expect(readTime(parameters)).toEqual(time);
  });

  it.each([
    [{ statsPeriod: 'soon' }, 'A statsPeriod is a number with its unit'],
    [{ statsPeriod: '0h' }, 'A statsPeriod is a number with its unit'],
    [{ start: '2026-01-05' }, 'A time has a start and an end'],
    [{ start: '2026-01-05', end: 'noon' }, 'A time has a start and an end'],
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
      'an hour of yesterday',
      { startMs: NOON_MS - DAY_MS, endMs: NOON_MS - DAY_MS + HOUR_MS },
      { unit: 'hour', count: 2, endMs: NOON_MS - DAY_MS + HOUR_MS },
    ],
    [
      'an hour of which hours are no longer kept',
      { startMs: NOON_MS - 100 * DAY_MS, endMs: NOON_MS - 100 * DAY_MS + HOUR_MS },
      { unit: 'day', count: 1, endMs: NOON_MS - 100 * DAY_MS + HOUR_MS },
    ],
    [
      'three days whose end is in the future',
      { startMs: NOON_MS - 3 * DAY_MS, endMs: NOON_MS + 9999 * DAY_MS },
      { unit: 'day', count: 4, endMs: NOON_MS },
    ],
    [
      'a time that begins in the future',
      { startMs: NOON_MS + DAY_MS, endMs: NOON_MS + 2 * DAY_MS },
      { unit: 'hour', count: 1, endMs: NOON_MS + DAY_MS },
    ],
  ])('chooses the finest buckets that exist for %s', (_, time, span) => {
    expect(toSpan(time, NOON_MS)).toEqual(span);
  });
});
