import { expect, test } from '@jest/globals';
import { toFairShares } from './fair-shares.ts';

test.each([
  ['everything fits', { a: 10, b: 20 }, 100, { a: 10, b: 20 }],
  ['one part is too large for the rest of the budget', { a: 10, b: 500 }, 100, { a: 10, b: 90 }],
  ['all parts are too large', { a: 500, b: 500 }, 100, { a: 50, b: 50 }],
  [
    'some parts need less than their share',
    { a: 20, b: 500, c: 500 },
    100,
    { a: 20, b: 40, c: 40 },
  ],
  ['there is no budget', { a: 10 }, -1, { a: 0 }],
])(
  'toFairShares shares the budget where %s',
  (_case, costs: Record<string, number>, budget, shares) => {
    expect(toFairShares(costs, budget)).toEqual(shares);
  },
);
