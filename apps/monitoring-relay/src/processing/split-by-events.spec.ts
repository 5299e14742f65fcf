import { expect, it } from '@jest/globals';
import { splitByEvents } from './split-by-events.ts';

it.each([
  ['fills each part up to the limit, in order', [5, 5, 1, 9, 1], [[5, 5], [1, 9], [1]]],
  ['makes no part of no report', [], []],
  ['never splits a report', [25, 1, 25], [[25], [1], [25]]],
  ['puts empty reports into any part', [0, 10, 0, 0], [[0, 10, 0, 0]]],
])('splitByEvents %s', (_, weights, parts) => {
  expect(splitByEvents<number>(weights, (weight) => weight, 10)).toEqual(parts);
});
