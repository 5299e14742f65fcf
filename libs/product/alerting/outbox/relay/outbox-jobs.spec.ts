import { expect, it } from '@jest/globals';
import { JobCalls } from '../../../testing/job-calls.ts';
import { outboxJobs } from './index.ts';

const DAY_MS = 86_400_000;
const DROP = 'drop before 86400000 beyond 100000';

it('the job "outbox-bounds" drops messages that waited for a day, and the oldest beyond the bound', async () => {
  const calls = new JobCalls();
  const dropOverdue = async ({ nowMs, dueBeforeMs, keep }: Record<string, number>) =>
    (await calls.once(`drop before ${nowMs! - dueBeforeMs!} beyond ${keep}`)) ? 1 : 0;
  const jobs = outboxJobs({ outbox: { dropOverdue }, ...calls.times });
  expect(await calls.of('outbox-bounds', jobs)).toEqual([DROP, DROP]);
});

it('the job "outbox-bounds" drops no message that became overdue because the clock was set forward', async () => {
  const { clock, pause } = new JobCalls().times;
  const bounds: number[] = [];
  const dropOverdue = async ({ dueBeforeMs }: { readonly dueBeforeMs: number }) => {
    bounds.push(clock.ms - dueBeforeMs);
    return 0;
  };
  const [job] = outboxJobs({ outbox: { dropOverdue }, clock, pause });
  for (const jumpMs of [0, 600_000, 2 * DAY_MS, 600_000]) {
    clock.ms += jumpMs;
    await job!.run(new AbortController().signal);
  }
  expect(bounds).toEqual([DAY_MS, DAY_MS + 600_000, 3 * DAY_MS, DAY_MS + 600_000]);
});
