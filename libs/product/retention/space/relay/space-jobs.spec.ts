import { expect, it } from '@jest/globals';
import { JobCalls } from '../../../testing/job-calls.ts';
import { sampleJobs, spaceJobs } from './index.ts';

it('the job "space-use" remembers the measured space', async () => {
  const calls = new JobCalls();
  const space = {
    measure: async (measuredAtMs: number) => ({ measuredAtMs }) as never,
    remember: async ({ measuredAtMs }: { measuredAtMs: number }) =>
      void (await calls.once(calls.at(measuredAtMs, 'measured'))),
  };
  expect(await calls.of('space-use', spaceJobs({ space, ...calls.times }))).toEqual(['measured']);
});

it('the job "operation-samples" samples the queue and the folder, unless the spool fails', async () => {
  const calls = new JobCalls();
  const queues = [{ depth: 3, oldestMs: 40 }, undefined];
  const folder = { ownBytes: 9, logBytes: 1, spoolBytes: 2 };
  const jobs = sampleJobs({
    operationSamples: { add: async (sample) => void calls.all.push(JSON.stringify(sample)) },
    health: { findQueue: async () => queues.shift() },
    measureFolder: async () => folder,
    scope: 'one',
    ...calls.times,
  });
  await calls.of('operation-samples', jobs);
  const [only, ...others] = await calls.of('operation-samples', jobs);
  const of = { atMs: calls.times.clock.ms, relay: 'one', waiting: 3, oldestMs: 40 };
  expect(JSON.parse(only!)).toEqual({ ...of, ...folder });
  expect(others).toEqual([]);
});
