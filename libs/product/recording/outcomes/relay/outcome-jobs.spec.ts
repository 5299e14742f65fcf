import { expect, it } from '@jest/globals';
import { JobCalls } from '../../../testing/job-calls.ts';
import { outcomeJobs } from './index.ts';

it('the job "old-outcomes" removes old outcomes until there are none', async () => {
  const calls = new JobCalls();
  const outcomes = { removeOld: (nowMs: number) => calls.once(calls.at(nowMs, 'remove')) };
  const jobs = outcomeJobs({ outcomes, ...calls.times });
  expect(await calls.of('old-outcomes', jobs)).toEqual(['remove', 'remove']);
});
