import { expect, it } from '@jest/globals';
import { JobCalls } from '../../../testing/job-calls.ts';
import { releaseHealthJobs } from './index.ts';

it.each([
  ['old-sessions', 'removes old sessions until there are none', ['remove', 'remove']],
  ['session-places', 'settles the places of pairs', ['settle']],
])('the job %p %s', async (name, _, expected) => {
  const calls = new JobCalls();
  const releaseHealth = {
    removeOld: (nowMs: number) => calls.once(calls.at(nowMs, 'remove')),
    settle: async (nowMs: number) => void (await calls.once(calls.at(nowMs, 'settle'))),
  };
  const jobs = releaseHealthJobs({ releaseHealth, ...calls.times });
  expect(await calls.of(name, jobs)).toEqual(expected);
});
