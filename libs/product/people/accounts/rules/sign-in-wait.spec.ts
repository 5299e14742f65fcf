import { describe, expect, it } from '@jest/globals';
import { toSignInWaitMs } from './sign-in-wait.ts';

const MINUTE_MS = 60_000;

describe('toSignInWaitMs', () => {
  it('returns no wait while failures are free', () => {
    expect(toSignInWaitMs(0, 10)).toBe(0);
    expect(toSignInWaitMs(9, 10)).toBe(0);
  });

  it('doubles the wait from a minute up to a quarter of an hour', () => {
    const waits = [10, 11, 12, 13, 14, 15, 1000, 5000].map((failures) =>
      toSignInWaitMs(failures, 10),
    );
    expect(waits.map((wait) => wait / MINUTE_MS)).toEqual([1, 2, 4, 8, 15, 15, 15, 15]);
  });
});
