import { beforeEach, describe, expect, it } from '@jest/globals';
import { createLate } from './load-late.ts';
import type { Late } from './load-late.ts';

describe('a part that is loaded late', () => {
  const PART = {};

  let late: Late<object>;
  let loads: number;
  let error: Error | undefined;

  beforeEach(() => {
    loads = 0;
    error = undefined;
    late = createLate(async () => {
      loads += 1;
      if (error) throw error;
      return PART;
    });
  });

  it('is loaded once, only when it is needed, and found once it has arrived', async () => {
    expect(loads).toBe(0);
    const loading = [late.load(), late.load()];
    expect(late.find()).toBeUndefined();
    await Promise.all(loading);
    expect([late.find(), await late.load()]).toEqual([PART, PART]);
    expect(loads).toBe(1);
  });

  it('is requested again when it did not arrive', async () => {
    error = new TypeError('Failed to fetch dynamically imported module');
    await expect(late.load()).rejects.toBe(error);
    error = undefined;
    expect(await late.load()).toBe(PART);
    expect(loads).toBe(2);
  });
});
