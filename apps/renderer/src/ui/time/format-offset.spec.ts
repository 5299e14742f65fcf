import { expect, test } from '@jest/globals';
import { formatOffset } from './format-offset.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

test.each([
  [0, '0 ms'],
  [-0.4, '0 ms'],
  [-250, '−250 ms'],
  [-999.9, '−999 ms'],
  [-3299, '−3.2 s'],
  [-59_999, '−59.9 s'],
  [-247_000, '−4 min 07 s'],
  [-(2 * HOUR + 5 * MINUTE), '−2 h 05 min'],
  [-3 * DAY, '−3 d'],
  [120, '+120 ms'],
])('an offset of %p ms reads %p', (ms, text) => {
  expect(formatOffset(ms)).toBe(text);
});
