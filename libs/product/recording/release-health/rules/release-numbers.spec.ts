import { describe, expect, it } from '@jest/globals';
import { toReleaseNumbers } from './release-numbers.ts';

const SUMS = {
  errored: 2,
  crashed: 1,
  abnormal: 0,
  failed: 4,
  failedOf: 16,
  unhandled: 3,
  users: 10,
  crashedUsers: 1,
};
const sums = {
  releases: [
    { ...SUMS, projectId: 1, release: '2', sessions: 30 },
    { ...SUMS, projectId: 2, release: '2', sessions: 20 },
    { ...SUMS, projectId: 1, release: '1', sessions: 50 },
    { ...SUMS, projectId: 3, release: '2', sessions: 800 },
  ],
  ofProjects: new Map([
    [1, 80],
    [2, 120],
    [3, 800],
  ]),
};

describe('the numbers of a release', () => {
  it('are summed over its projects', () => {
    expect(toReleaseNumbers(sums, { version: '2', projectIds: [1, 2] })).toMatchObject({
      sessions: 50,
      crashed: 2,
      users: 20,
      crashFree: 0.96,
      unhandled: 6,
      unhandledFree: 0.75,
      adoption: 0.25,
    });
  });

  it('have no shares without sessions', () => {
    const none = { adoption: undefined, crashFree: undefined, sessions: 0 };
    expect(toReleaseNumbers(sums, { version: '2', projectIds: [9] })).toMatchObject(none);
    expect(toReleaseNumbers(sums, { version: '9', projectIds: [1] })).toMatchObject({
      ...none,
      adoption: 0,
    });
  });
});
