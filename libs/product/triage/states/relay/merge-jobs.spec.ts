import { expect, it } from '@jest/globals';
import { JobCalls } from '../../../testing/job-calls.ts';
import { mergeJobs } from './index.ts';

it('the job "recounted-users" recounts the users of merged issues until all are counted', async () => {
  const calls = new JobCalls();
  const merges = { recountUsers: () => calls.once('recount') };
  const jobs = mergeJobs({ merges, ...calls.times });
  expect(await calls.of('recounted-users', jobs)).toEqual(['recount', 'recount']);
});
