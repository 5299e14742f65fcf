import { expect, test } from '@jest/globals';
import { formatShare } from './format-share.ts';

test.each([
  [1, '100 %'],
  [1 - 1e-9, '99.99 %'],
  [1 - 1e-13, '99.99 %'],
  [0.999_99, '99.99 %'],
  [0.57, '57 %'],
  [0.985, '98.5 %'],
  [1 - 1 / 3, '66.66 %'],
  [0.000_001, '0.01 %'],
  [0, '0 %'],
])('formatShare formats %p as %p', (share, text) => {
  expect(formatShare(share)).toBe(text);
});

test.each([
  [1, '100 %'],
  [0.9996, '99.9 %'],
  [0.99, '99.0 %'],
  [0.57, '57.0 %'],
  [0.0001, '0.1 %'],
])('formatShare formats %p as %p in a column', (share, text) => {
  expect(formatShare(share, 1)).toBe(text);
});
