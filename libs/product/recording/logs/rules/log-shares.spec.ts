import { describe, expect, it } from '@jest/globals';
import { findExcess } from './log-shares.ts';

const HALF = { budgetBytes: 1000, share: 1 / 2 };

describe('findExcess', () => {
  it.each([
    ['nothing without logs', HALF, [], undefined],
    ['nothing without a budget', { ...HALF, budgetBytes: 0 }, [9999], undefined],
    ['nothing within shares and budget', HALF, [500, 500], undefined],
    ['what the largest uses beyond its share', HALF, [700, 200], [1, 200]],
    ['its share first when the budget is short, too', HALF, [200, 950], [2, 450]],
    ['what all use beyond the budget', HALF, [450, 350, 300], [1, 100]],
    ['no more than what the next uses less', HALF, [500, 440, 230], [1, 60]],
    ['an equal part of those that use the same', HALF, [450, 450, 190], [1, 30]],
  ] as const)('gives up %s', (_what, bounds, used, excess) => {
    const uses = used.map((bytes, index) => ({ projectId: index + 1, bytes }));
    const found = excess && { projectId: excess[0], bytes: excess[1] };
    expect(findExcess(uses, bounds)).toEqual(found);
  });
});
