import { expect, it } from '@jest/globals';
import { describeRuns } from './run-words.ts';
import type { RunStatus } from '#shared';
import { toBarPath, toStripBox } from './strip-paths.ts';

it('a strip ends with the latest run at its right edge, however few runs there are', () => {
  expect(toStripBox(60, 4)).toBe('0 0 299 24');
  expect(toStripBox(2, 8)).toBe('-522 0 539 24');
});

it.each([
  ['ok', 'M9 16h8v8h-8z'],
  ['error', 'M9 0h8v24h-8z'],
  ['missed', 'M9 0h8v24h-8zm1 1v22h6v-22z'],
  ['timeout', 'M9 7h8v17h-8z'],
] as const)(
  'the second bar of a strip has a shape of its own when its run is %s',
  (status, path) => {
    expect(toBarPath(status, 1, 8)).toBe(path);
  },
);

it.each<[readonly RunStatus[], string]>([
  [[], 'No runs yet'],
  [['missed'], 'Last run: 1 missed'],
  [['error', 'ok', 'ok'], 'Last 3 runs: 2 ok, 1 failed'],
])('describeRuns counts the results of %j, the most frequent first', (runs, words) => {
  expect(describeRuns(runs)).toBe(words);
});
