import { expect, it } from '@jest/globals';
import { formatPercent } from './format-percent.ts';

it.each([
  [0, 9, '0 %'],
  [4, 10_000, '<1 %'],
  [62, 100, '62 %'],
  [2, 3, '67 %'],
  [9996, 10_000, '>99 %'],
  [9, 9, '100 %'],
  [30, 20, '150 %'],
])('formatPercent writes %d of %d as %s', (part, of, text) => {
  expect(formatPercent(part, of)).toBe(text);
});
