import { expect, it } from '@jest/globals';
import { HOUR_MS, toBars, toBucketRange } from './buckets.ts';

const range = toBucketRange(Date.UTC(2026, 0, 2, 3, 4), HOUR_MS, 4);

it('ends with the bucket of now', () => {
  expect(range).toMatchObject({
    firstStartMs: Date.UTC(2026, 0, 2, 0),
    lastStartMs: Date.UTC(2026, 0, 2, 3),
  });
});

it('lays counts out oldest first, nothing where there is none', () => {
  expect(toBars(range, '3,7,0,1')).toEqual([1, 0, 0, 7]);
  expect(toBars(range, '')).toEqual([0, 0, 0, 0]);
});

it('adds up the counts of one bucket: an issue has several keys', () => {
  expect(toBars(range, '1,2,1,40')).toEqual([0, 42, 0, 0]);
});
