import { describe, expect, it } from '@jest/globals';
import {
  choosePeriod,
  daysAround,
  findLeastShare,
  judgeRelease,
  listCrashFree,
} from './release-days.ts';
import { sinceYesterday, sumDays } from './release-days.ts';

const DAY_MS = 86_400_000;
const TODAY_MS = 20_000 * DAY_MS;
const NOW_MS = TODAY_MS + 5;

const day = (ago: number, sessions: number, crashed = 0) => ({
  startsAtMs: TODAY_MS - ago * DAY_MS,
  sessions,
  crashed,
  failed: crashed,
  failedOf: sessions,
  unhandled: 0,
});

describe('choosePeriod', () => {
  it.each([
    ['since yesterday, with enough sessions', [day(0, 60), day(1, 40), day(9, 900)], [1, -1]],
    ['all days, with too few since yesterday', [day(1, 99), day(9, 900)], [9, 0]],
    ['all days of a replaced release', [day(4, 10), day(9, 20)], [9, 3]],
    ['since yesterday, without sessions', [day(3, 0)], [1, -1]],
  ])('returns %s', (_, days, [first = 0, end = 0]) => {
    expect(choosePeriod(days, sinceYesterday(NOW_MS))).toEqual({
      sinceMs: TODAY_MS - first * DAY_MS,
      beforeMs: TODAY_MS - end * DAY_MS,
    });
  });

  it('takes the days around the arrival of another release', () => {
    const days = [day(2, 1), day(3, 100, 1), day(4, 100, 2), day(5, 100, 4), day(6, 1)];
    expect(sumDays(days, choosePeriod(days, daysAround(NOW_MS - 4 * DAY_MS)))).toMatchObject({
      sessions: 300,
      crashed: 7,
    });
  });
});

it('listCrashFree leaves gaps of 14 days without sessions', () => {
  const shares = listCrashFree([day(0, 10, 1), day(13, 4, 9), day(14, 5)], NOW_MS);
  expect(shares).toEqual([0, ...Array<undefined>(12).fill(undefined), 0.9]);
});

it.each([
  ['the least day', [day(0, 100, 5), day(1, 200, 2)], 0.95],
  ['a point, at least', [day(0, 1000, 1)], 0.99],
  ['no day of few sessions', [day(0, 100, 5), day(1, 10, 9)], 0.95],
  ['a day of few sessions, if there is no other', [day(1, 10, 5)], 0.5],
  ['no day from before the line', [day(0, 100, 5), day(20, 100, 50)], 0.95],
  ['nothing', [], 0.99],
])('findLeastShare shows %s', (_, days, least) => {
  expect(findLeastShare(days, NOW_MS)).toBe(least);
});

it.each([
  ['with the days when it came', [day(0, 1000)], [day(5, 1000, 90), day(9, 1000)], 'better'],
  ['after it was replaced', [day(0, 3), day(6, 1000, 90)], [day(5, 1000)], 'worse'],
  ['with a later release', [day(5, 1000, 90)], [day(0, 1000, 90)], 'same'],
  ['with a release of few sessions', [day(0, 1000)], [day(5, 99, 50)], 'few'],
  ['with a release without sessions', [day(0, 1000)], [], 'few'],
])('judgeRelease compares a release %s', (_, own, other, kind) => {
  const firstSeenMs = TODAY_MS - 5 * DAY_MS;
  expect(judgeRelease(own, other, { firstSeenMs, nowMs: NOW_MS }).kind).toBe(kind);
});
