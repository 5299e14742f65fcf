import { expect, it } from '@jest/globals';
import { JobCalls } from '../../../testing/job-calls.ts';
import { mergeJobs } from './index.ts';

it('counts the users of merged issues anew until all are counted', async () => {
  const calls = new JobCalls();
  const merges = { recountUsers: () => calls.once('recount') };
  const jobs = mergeJobs({ merges, ...calls.times });
  expect(await calls.of('recounted-users', jobs)).toEqual(['recount', 'recount']);
});
