import { expect, it } from '@jest/globals';
import { JobCalls } from '../../../testing/job-calls.ts';
import { projectDeletionJobs } from './index.ts';

it('the job "deleted-projects" sweeps deleted projects until nothing is left', async () => {
  const calls = new JobCalls();
  const projectDeletions = { sweep: (nowMs: number) => calls.once(calls.at(nowMs, 'sweep')) };
  const jobs = projectDeletionJobs({ projectDeletions, ...calls.times });
  expect(await calls.of('deleted-projects', jobs)).toEqual(['sweep', 'sweep']);
});
