import { expect, it } from '@jest/globals';
import { JobCalls } from '../../../testing/job-calls.ts';
import { deletionJobs } from './index.ts';

it.each([
  ['awaiting-files', ['look', 'look']],
  ['deleted-issues', ['sweep', 'give back', 'sweep']],
])('the job "%s" calls %j', async (name, expected) => {
  const calls = new JobCalls();
  const deletions = {
    lookForOwners: () => calls.once('look'),
    dropExcessFiles: async () => undefined,
    sweep: () => calls.once('sweep'),
  };
  const space = { giveBack: () => calls.once('give back') };
  expect(await calls.of(name, deletionJobs({ deletions, space, ...calls.times }))).toEqual(
    expected,
  );
});
