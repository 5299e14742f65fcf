import { expect, it } from '@jest/globals';
import { describeSpans } from './span-settings.service.ts';

const room = { lastHour: 3000, before: 70_000, bytes: 1_200_000, mostBytes: 50_000_000 };

it.each([
  ['on', room, /hour: 3,000\. Counts take about 1\.2 MB of the 50\.0 MB that they may take\.$/],
  ['off', { ...room, mostBytes: 0 }, /Counts take about 1\.2 MB\.$/],
  ['asked', { ...room, before: 0 }, /After an hour of them, this line says/],
  ['asked', room, /did not count\. A day of them would take about 7\.9 MB of the 50\.0 MB/],
  ['asked', { ...room, lastHour: 18_000_000 }, /would take about 60\.0 MB/],
] as const)('describeSpans says of a project that has spans %s, of %j', (taken, came, words) => {
  expect(describeSpans(taken, came)).toMatch(words);
});
