import { describe, expect, it } from '@jest/globals';
import { Backoff } from './backoff.ts';

describe('Backoff', () => {
  it('doubles its pause up to five seconds, and begins again after a reset', () => {
    const backoff = new Backoff(() => 0);
    const waits = Array.from({ length: 8 }, () => backoff.nextMs());
    expect(waits).toEqual([100, 200, 400, 800, 1600, 3200, 5000, 5000]);
    backoff.reset();
    expect(backoff.nextMs()).toBe(100);
  });

  it('shortens a pause by up to a half at random', () => {
    expect(new Backoff(() => 1).nextMs()).toBe(50);
  });
});
