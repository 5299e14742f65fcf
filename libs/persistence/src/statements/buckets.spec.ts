import { expect, it } from '@jest/globals';
import { HOUR_MS, toBars, toBucketRange } from './buckets.ts';

const range = toBucketRange(Date.UTC(2026, 0, 2, 3, 4), HOUR_MS, 4);

it('a bucket range ends with the bucket of now', () => {
  expect(range).toMatchObject({
    firstStartMs: Date.UTC(2026, 0, 2, 0),
    lastStartMs: Date.UTC(2026, 0, 2, 3),
  });
});

const FIRST = range.firstStartMs / HOUR_MS;

it('toBars lays counts out oldest first, with zeros for empty buckets', () => {
  const numbers = `[${FIRST + 3}, ${FIRST}]`;
  const bars = toBars(range, [5, 9], { ids: '[9, 9]', numbers, events: '[7, 1]' });
  expect(bars.get(9)).toEqual([1, 0, 0, 7]);
  expect(bars.get(5)).toEqual([0, 0, 0, 0]);
});

it.each([null, '[]'])('toBars gives zeros for an issue when the counts are %p', (none) => {
  const bars = toBars(range, [5], { ids: none, numbers: none, events: none });
  expect(bars).toEqual(new Map([[5, [0, 0, 0, 0]]]));
});

it('toBars adds up the counts of one bucket, since an issue has several keys', () => {
  const numbers = `[${FIRST + 1},${FIRST + 1}]`;
  const bars = toBars(range, [5], { ids: '[5,5]', numbers, events: '[2,40]' });
  expect(bars.get(5)).toEqual([0, 42, 0, 0]);
});
