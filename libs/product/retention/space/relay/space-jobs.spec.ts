import { expect, it } from '@jest/globals';
import { JobCalls } from '../../../testing/job-calls.ts';
import { spaceJobs } from './index.ts';

it('the job "space-use" remembers the measured space', async () => {
  const calls = new JobCalls();
  const space = {
    measure: async (measuredAtMs: number) => ({ measuredAtMs }) as never,
    remember: async ({ measuredAtMs }: { measuredAtMs: number }) =>
      void (await calls.once(calls.at(measuredAtMs, 'measured'))),
  };
  expect(await calls.of('space-use', spaceJobs({ space, ...calls.times }))).toEqual(['measured']);
});
