import { expect, it } from '@jest/globals';
import { formatMs, formatRate } from './format-ms.ts';

it.each([
  [0, '0 ms', '0'],
  [0.349, '0.35 ms', '0.35'],
  [43.4, '43 ms', '43'],
  [400, '0.4 s', '400'],
  [9951, '10 s', '9,951'],
  [59_400, '59 s', '59,400'],
  [90_000, '1.5 min', '90,000'],
  [86_400_000, '24 h', '86,400,000'],
])('formatMs and formatRate format %p as %p and %p', (value, duration, rate) => {
  expect([formatMs(value), formatRate(value)]).toEqual([duration, rate]);
});
