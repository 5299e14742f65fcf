import { describe, expect, it } from '@jest/globals';
import { toBackoffMs } from './backoff.ts';

describe('toBackoffMs', () => {
  it('doubles the bound of the wait up to a second', () => {
    const boundsMs = [0, 1, 2, 3, 50].map((retry) => toBackoffMs(retry, () => 1));
    expect(boundsMs).toEqual([250, 500, 1000, 1000, 1000]);
  });

  it('takes a random part of the bound', () => {
    expect(toBackoffMs(1, () => 0)).toBe(0);
    expect(toBackoffMs(1, () => 0.3)).toBe(150);
  });
});
