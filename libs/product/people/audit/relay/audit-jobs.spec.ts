import { expect, it } from '@jest/globals';
import { JobCalls } from '../../../testing/job-calls.ts';
import { auditJobs } from './index.ts';

it('the job "old-audit" keeps the newest 100,000 entries of the audit log', async () => {
  const calls = new JobCalls();
  const audit = { removeOld: (keep: number) => calls.once(`keep ${keep}`) };
  const jobs = auditJobs({ audit, ...calls.times });
  expect(await calls.of('old-audit', jobs)).toEqual(['keep 100000', 'keep 100000']);
});
