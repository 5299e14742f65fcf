import { expect, it } from '@jest/globals';
import { toHealth } from './health.ts';

const SUMS = {
  sessions: 200,
  errored: 9,
  crashed: 3,
  abnormal: 0,
  failed: 9,
  failedOf: 120,
  unhandled: 6,
  users: 50,
  crashedUsers: 1,
};

it.each([
  ['of sessions and users', SUMS, { crashFree: 0.985, crashFreeUsers: 0.98 }],
  ['and of sessions without unhandled errors', SUMS, { unhandledFree: 0.925 }],
  ['from before unhandled errors counted', { ...SUMS, failedOf: 0 }, { unhandledFree: undefined }],
  ['without sessions', { ...SUMS, sessions: 0 }, { crashFree: undefined }],
  ['without users', { ...SUMS, users: 0, crashedUsers: 0 }, { crashFreeUsers: undefined }],
  ['when crashes arrive before their sessions', { ...SUMS, sessions: 2 }, { crashFree: 0 }],
])('toHealth calculates the crash-free share %s', (_, sums, expected) => {
  expect(toHealth(sums)).toMatchObject(expected);
});
