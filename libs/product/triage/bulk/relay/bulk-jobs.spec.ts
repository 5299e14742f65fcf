import { expect, it } from '@jest/globals';
import { JobCalls } from '../../../testing/job-calls.ts';
import { bulkJobs } from './index.ts';

it('the job "bulk-changes" makes steps until no change is left', async () => {
  const calls = new JobCalls();
  const bulks = { step: (nowMs: number) => calls.once(calls.at(nowMs, 'step')) };
  expect(await calls.of('bulk-changes', bulkJobs({ bulks, ...calls.times }))).toEqual([
    'step',
    'step',
  ]);
});
