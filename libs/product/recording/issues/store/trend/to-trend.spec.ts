import { expect, it } from '@jest/globals';
import { toTrend } from './to-trend.ts';

it.each([
  ['nothing at all', 0, 0, 100],
  ['as many as before', 100, 700, 100],
  ['one after none', 1, 0, 120],
  ['many after none', 200, 0, 4100],
  ['twice as many, often', 2000, 7000, 200],
  ['twice as many, seldom', 2, 7, 117],
  ['half as many', 500, 7000, 50],
  ['more than an integer holds', 200_000_000, 0, 1_000_000],
  ['quiet after many', 0, 7000, 0],
])('the trend of %s', (_, lastDay, weekBefore, trend) => {
  expect(toTrend({ lastDay, weekBefore })).toBe(trend);
});
