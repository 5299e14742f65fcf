import { expect, it } from '@jest/globals';
import { JobCalls } from '../../../testing/job-calls.ts';
import { releaseHealthJobs } from './index.ts';

it('the job "old-sessions" removes old sessions until there are none', async () => {
  const calls = new JobCalls();
  const releaseHealth = { removeOld: (nowMs: number) => calls.once(calls.at(nowMs, 'remove')) };
  const jobs = releaseHealthJobs({ releaseHealth, ...calls.times });
  expect(await calls.of('old-sessions', jobs)).toEqual(['remove', 'remove']);
});
