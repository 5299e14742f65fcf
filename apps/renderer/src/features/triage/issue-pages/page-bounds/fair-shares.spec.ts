import { expect, test } from '@jest/globals';
import { toFairShares } from './fair-shares.ts';

test.each([
  ['everything fits', { a: 10, b: 20 }, 100, { a: 10, b: 20 }],
  ['one is too large for what the others leave', { a: 10, b: 500 }, 100, { a: 10, b: 90 }],
  ['all are too large', { a: 500, b: 500 }, 100, { a: 50, b: 50 }],
  ['some leave a part of their share', { a: 20, b: 500, c: 500 }, 100, { a: 20, b: 40, c: 40 }],
  ['there is nothing to share', { a: 10 }, -1, { a: 0 }],
])('%s', (_case, costs: Record<string, number>, budget, shares) => {
  expect(toFairShares(costs, budget)).toEqual(shares);
});
