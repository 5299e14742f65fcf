import { expect, it } from '@jest/globals';
import { HOUR_MS, toBars, toBucketRange } from './buckets.ts';

const range = toBucketRange(Date.UTC(2026, 0, 2, 3, 4), HOUR_MS, 4);

it('ends with the bucket of now', () => {
  expect(range).toMatchObject({
    firstStartMs: Date.UTC(2026, 0, 2, 0),
    lastStartMs: Date.UTC(2026, 0, 2, 3),
  });
});

const FIRST = range.firstStartMs / HOUR_MS;

it('lays counts out oldest first, nothing where there is none', () => {
  const bars = toBars(range, [5, 9], `9,${FIRST + 3},7,9,${FIRST},1`);
  expect(bars.get(9)).toEqual([1, 0, 0, 7]);
  expect(bars.get(5)).toEqual([0, 0, 0, 0]);
  expect(toBars(range, [5], '').get(5)).toEqual([0, 0, 0, 0]);
});

it('adds up the counts of one bucket: an issue has several keys', () => {
  const bars = toBars(range, [5], `5,${FIRST + 1},2,5,${FIRST + 1},40`);
  expect(bars.get(5)).toEqual([0, 42, 0, 0]);
});
