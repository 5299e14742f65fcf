import { expect, it } from '@jest/globals';
import { toTrend } from './trend.store.ts';

it.each([
  ['no events', 0, 0, 100],
  ['as many events as before', 100, 700, 100],
  ['one event after none', 1, 0, 120],
  ['many events after none', 200, 0, 4100],
  ['twice as many events, of many', 2000, 7000, 200],
  ['twice as many events, of few', 2, 7, 117],
  ['half as many events', 500, 7000, 50],
  ['more events than an integer holds', 200_000_000, 0, 1_000_000],
  ['no events after many', 0, 7000, 0],
])('toTrend rates %s', (_, lastDay, weekBefore, trend) => {
  expect(toTrend({ lastDay, weekBefore })).toBe(trend);
});
