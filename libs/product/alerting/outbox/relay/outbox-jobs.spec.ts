import { expect, it } from '@jest/globals';
import { JobCalls } from '../../../testing/job-calls.ts';
import { outboxJobs } from './index.ts';

const DROP = 'drop before 86400000 beyond 100000';

it('the job "outbox-bounds" drops messages that waited for a day, and the oldest beyond the bound', async () => {
  const calls = new JobCalls();
  const dropOverdue = async ({ nowMs, dueBeforeMs, keep }: Record<string, number>) =>
    (await calls.once(`drop before ${nowMs! - dueBeforeMs!} beyond ${keep}`)) ? 1 : 0;
  const jobs = outboxJobs({ outbox: { dropOverdue }, ...calls.times });
  expect(await calls.of('outbox-bounds', jobs)).toEqual([DROP, DROP]);
});
