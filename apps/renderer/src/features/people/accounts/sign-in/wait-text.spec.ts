import { describe, expect, it } from '@jest/globals';
import { toWaitText } from './wait-text.ts';

describe('toWaitText', () => {
  it.each([
    [1, '1 second'],
    [58_200, '59 seconds'],
    [59_500, '1 minute'],
    [60_000, '1 minute'],
    [61_000, '2 minutes'],
    [900_000, '15 minutes'],
  ])('turns %d ms into "%s"', (ms, text) => {
    expect(toWaitText(ms)).toBe(`There were too many attempts. Try again in ${text}.`);
  });
});
