import { describe, expect, it } from '@jest/globals';
import { findExcess } from './log-shares.ts';

const [WEB, API, SHOP] = [1, 2, 3];
const HALF = { budgetBytes: 1000, share: 1 / 2 };

describe('findExcess', () => {
  it.each([
    ['nothing without logs', HALF, [], undefined],
    ['nothing without a budget', { ...HALF, budgetBytes: 0 }, [[WEB, 9999]], undefined],
    [
      'nothing within shares and budget',
      HALF,
      [
        [WEB, 500],
        [API, 500],
      ],
      undefined,
    ],
    [
      'what the largest uses beyond its share',
      HALF,
      [
        [WEB, 700],
        [API, 200],
      ],
      [WEB, 200],
    ],
    [
      'its share first when the budget is short, too',
      HALF,
      [
        [WEB, 200],
        [API, 950],
      ],
      [API, 450],
    ],
    [
      'what all use beyond the budget',
      HALF,
      [
        [WEB, 450],
        [API, 350],
        [SHOP, 300],
      ],
      [WEB, 100],
    ],
    [
      'no more than what the next uses less',
      HALF,
      [
        [WEB, 500],
        [API, 440],
        [SHOP, 230],
      ],
      [WEB, 60],
    ],
    [
      'an equal part of those that use the same',
      HALF,
      [
        [WEB, 450],
        [API, 450],
        [SHOP, 190],
      ],
      [WEB, 30],
    ],
  ] as const)('gives up %s', (_what, bounds, uses, excess) => {
    const toUse = ([projectId, bytes]: readonly [number, number]) => ({ projectId, bytes });
    expect(findExcess(uses.map(toUse), bounds)).toEqual(excess && toUse(excess));
  });
});
