import { expect, it } from '@jest/globals';
import { JobCalls } from '../../../testing/job-calls.ts';
import { cronJobs } from './index.ts';

it.each([
  ['monitors', ['watch']],
  ['old-monitor-runs', ['sweep', 'sweep', 'old runs 0', 'old runs 7']],
])('the job "%s" calls %j', async (name, expected) => {
  const calls = new JobCalls();
  const monitors = {
    watch: async ({ nowMs }: { nowMs: number }) =>
      void (await calls.once(calls.at(nowMs, 'watch'))),
    sweepRemoved: () => calls.once('sweep'),
    removeOld: async (nowMs: number, after: number) =>
      (await calls.once(`${calls.at(nowMs, 'old runs')} ${after}`)) && after < 1 ? 7 : undefined,
  };
  const findOldestMs = async () => undefined;
  const parts = { monitors, findOldestMs, ...calls.times } as unknown as Parameters<
    typeof cronJobs
  >[0];
  expect(await calls.of(name, cronJobs(parts))).toEqual(expected);
});
