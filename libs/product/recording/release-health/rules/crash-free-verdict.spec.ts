import { expect, it } from '@jest/globals';
import { compareCrashFree, compareReleases } from './crash-free-verdict.ts';

const SAME = { kind: 'same' };
const FEW = { kind: 'few' };

it.each([
  ['clearly more crashes', [2000, 40], [2000, 5], { kind: 'worse', points: 1.75 }],
  ['clearly fewer', [10_000, 20], [10_000, 50], { kind: 'better', points: 0.3 }],
  ['100 sessions of each', [100, 8], [100, 1], { kind: 'worse', points: 7 }],
  ['z just above 2', [1000, 27], [1000, 14], { kind: 'worse', points: 1.3 }],
  ['z just below 2', [1000, 26], [1000, 14], SAME],
  ['a clear share of few sessions', [99, 50], [5000, 1], FEW],
  ['few sessions before', [5000, 2500], [99, 0], FEW],
  ['the same share', [2000, 20], [1000, 10], SAME],
  ['no crash in either', [2000, 0], [1000, 0], SAME],
  ['nothing but crashes, some before their sessions', [200, 300], [200, 200], SAME],
  ['a clear but tiny share', [1e9, 20_000], [1e9, 10_000], { kind: 'worse', points: 0.01 }],
  ['no sessions', [0, 0], [5000, 1], FEW],
  ['no sessions before', [5000, 1], [0, 0], FEW],
] as const)(
  'compareCrashFree judges the crash-free sessions of two releases: %s',
  (_, own, before, expected) => {
    const [sums, sumsBefore] = [own, before].map(([sessions, crashed]) => ({ sessions, crashed }));
    expect(compareCrashFree(sums!, sumsBefore!)).toEqual(expected);
  },
);

const NONE = { errored: 0, abnormal: 0, users: 0, crashedUsers: 0 };

type Numbers = readonly [crashed: number, failed: number, failedOf?: number];

it.each<readonly [string, Numbers, Numbers, object]>([
  ['crashes alone', [40, 40], [5, 5], { kind: 'worse', points: 1.75, of: 'crashFree' }],
  ['unhandled errors', [0, 40], [0, 5], { kind: 'worse', points: 1.75, of: 'unhandledFree' }],
  ['both', [40, 90], [5, 5], { kind: 'worse', points: 4.25, of: 'unhandledFree' }],
  ['crashes among as many errors', [40, 60], [5, 60], { kind: 'worse', of: 'crashFree' }],
  ['crashes that an SDK calls unhandled now', [0, 40], [40, 40], { ...SAME, of: 'unhandledFree' }],
  ['errors that nobody counted before', [0, 40], [0, 0, 0], { ...SAME, of: 'crashFree' }],
])('compareReleases judges %s', (_, own, before, expected) => {
  const [sums, sumsBefore] = [own, before].map(([crashed, failed, failedOf = 2000]) => ({
    ...NONE,
    sessions: 2000,
    crashed,
    failed,
    failedOf,
    unhandled: failed - crashed,
  }));
  expect(compareReleases(sums!, sumsBefore!)).toMatchObject(expected);
});
