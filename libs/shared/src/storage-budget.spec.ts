import { describe, expect, it } from '@jest/globals';
import { findExceeded } from './storage-budget.ts';

describe('findExceeded', () => {
  it.each([
    [{ allBytes: 0, projectBytes: 0, dayBytes: 0 }, undefined],
    [{ allBytes: 999, projectBytes: 499, dayBytes: 49 }, undefined],
    [{ allBytes: 999, projectBytes: 499, dayBytes: 50 }, 'day'],
    [{ allBytes: 999, projectBytes: 500, dayBytes: 0 }, 'project'],
    [{ allBytes: 1000, projectBytes: 0, dayBytes: 0 }, 'instance'],
  ] as const)('names the exceeded scope of a budget of 1000 with %o: %s', (use, scope) => {
    expect(findExceeded(1000, use)).toBe(scope);
  });

  it('takes 0 for no budget', () => {
    expect(findExceeded(0, { allBytes: 1e12, projectBytes: 1e12, dayBytes: 1e12 })).toBeUndefined();
  });
});
