import { describe, expect, it } from '@jest/globals';
import { median } from './median.mjs';

describe('median', () => {
  it('is the middle value, whatever the order', () => {
    expect(median([9, 1, 5])).toBe(5);
    expect(median([10, 9, 100])).toBe(10);
  });

  it('is the mean of the two in the middle of an even number', () => {
    expect(median([4, 1, 2, 100])).toBe(3);
  });

  it('leaves the values as they were', () => {
    const values = [3, 1, 2];
    median(values);
    expect(values).toEqual([3, 1, 2]);
  });

  it('refuses nothing', () => {
    expect(() => median([])).toThrow(RangeError);
  });
});
