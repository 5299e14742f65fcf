import { expect, it } from '@jest/globals';
import { JobCalls } from '../../../testing/job-calls.ts';
import { deliveryJobs } from './index.ts';

const delivery = {
  mailFrom: 'errata@example.org',
  publicUrl: 'https://errata.example',
  version: '1',
};

it.each([
  ['deliveries', delivery, ['claim']],
  ['deliveries', undefined, []],
  ['old-deliveries', delivery, ['remove', 'remove']],
])('the job "%s", with delivery settings %j, calls %j', async (name, settings, expected) => {
  const calls = new JobCalls();
  const deliveries = {
    claim: async () => {
      await calls.once('claim');
      return [];
    },
    removeOld: (nowMs: number) => calls.once(calls.at(nowMs, 'remove')),
  };
  const parts = { deliveries, delivery: settings, ...calls.times } as unknown;
  const jobs = deliveryJobs(parts as Parameters<typeof deliveryJobs>[0]);
  expect(await calls.of(name, jobs)).toEqual(expected);
});
