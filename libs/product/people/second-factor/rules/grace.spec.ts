import { expect, it } from '@jest/globals';
import { toGraceEndMs } from './grace.ts';

const DAY_MS = 86_400_000;

it('toGraceEndMs gives a week from the rule, and newer accounts a week from their creation', () => {
  expect(toGraceEndMs(10 * DAY_MS, 3 * DAY_MS)).toBe(17 * DAY_MS);
  expect(toGraceEndMs(10 * DAY_MS, 12 * DAY_MS)).toBe(19 * DAY_MS);
});
