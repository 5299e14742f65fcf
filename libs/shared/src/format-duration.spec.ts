import { expect, test } from '@jest/globals';
import { formatDuration } from './format-duration.ts';

const MINUTE = 60_000;

test.each([
  [-5, '0 seconds'],
  [1999, '1 second'],
  [42_000, '42 seconds'],
  [3 * MINUTE, '3 minutes'],
])('a duration of %p ms reads %p', (ms, text) => {
  expect(formatDuration(ms)).toBe(text);
});
