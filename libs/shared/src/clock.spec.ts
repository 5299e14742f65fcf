import { describe, expect, it } from '@jest/globals';
import { isOver } from './clock.ts';

const LONGEST_MS = 1000;

describe('isOver', () => {
  it.each([
    [0, true, 'now'],
    [1, false, 'later'],
    [LONGEST_MS + 60_000, false, 'as late as clocks that differ by a minute set it'],
    [LONGEST_MS + 60_001, true, 'from before the clock was set back'],
  ])('is told of a time %d ms from now: %s, %s', (ms, expected) => {
    expect(isOver(5000 + ms, 5000, LONGEST_MS)).toBe(expected);
  });
});
