import { expect, it } from '@jest/globals';
import { describeChange } from './change-words.ts';

it.each([
  [0, 0, ''],
  [5, 5, 'as before'],
  [1, 0, 'none the day before'],
  [12_000, 3, '11,997 more'],
  [2, 9, '7 less'],
  [14, 10, '+40 %'],
  [0, 10, '−100 %'],
  [1001, 1000, 'as before'],
  [1, 1000, '−99 %'],
  [3000, 1000, '+200 %'],
  [9990, 1000, '+899 %'],
  [12_040, 1000, '× 12'],
  [500_000, 10, '× 50,000'],
])('describeChange turns %d after %d into %j', (now, before, words) => {
  expect(describeChange({ now, before })).toBe(words);
});
