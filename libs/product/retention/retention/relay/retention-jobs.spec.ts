import { expect, it } from '@jest/globals';
import { JobCalls } from '../../../testing/job-calls.ts';
import { retentionJobs } from './index.ts';

const OLD_EVENTS = [
  'give back',
  'give back',
  'remove expired',
  'give back',
  'remove expired',
  'make room',
  'give back',
  'make room',
  'give back',
  'cut off',
];

it.each([
  ['old-events', OLD_EVENTS],
  ['old-counts', ['after 0', 'after 7']],
])('the job "%s" calls %j', async (name, expected) => {
  const calls = new JobCalls();
  const retention = {
    removeExpired: () => calls.once('remove expired'),
    makeRoom: async () => ((await calls.once('make room')) ? ({} as never) : undefined),
    tidyKeys: async (_: number, after: number) =>
      (await calls.once(`after ${after}`)) && after < 1 ? 7 : undefined,
  };
  const space = {
    giveBack: () => calls.once('give back'),
    truncate: async () => void (await calls.once('cut off')),
  };
  expect(await calls.of(name, retentionJobs({ retention, space, ...calls.times }))).toEqual(
    expected,
  );
});
