import { expect, it } from '@jest/globals';
import { JobCalls } from '../../../testing/job-calls.ts';
import { trendJobs } from './index.ts';

it('the job "trends" writes the trends of all issues, step by step', async () => {
  const calls = new JobCalls();
  const write = async (nowMs: number, after: number) =>
    (await calls.once(`${calls.at(nowMs, 'rising')} ${after}`)) && after < 1 ? 7 : undefined;
  const jobs = trendJobs({ trends: { write }, ...calls.times });
  expect(await calls.of('trends', jobs)).toEqual(['rising 0', 'rising 7']);
});
