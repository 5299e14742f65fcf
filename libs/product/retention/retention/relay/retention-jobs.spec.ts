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

function createJobs() {
  const calls = new JobCalls();
  const followers: ((events: number) => Promise<void>)[] = [];
  const retention = {
    keepUp: async (_: number, events: number) => void (await calls.once(`keep up with ${events}`)),
    removeExpired: () => calls.once('remove expired'),
    makeRoom: async () => ((await calls.once('make room')) ? ({} as never) : undefined),
    tidyKeys: async (_: number, after: number) =>
      (await calls.once(`after ${after}`)) && after < 1 ? 7 : undefined,
  };
  const space = {
    giveBack: () => calls.once('give back'),
    truncate: async () => void (await calls.once('cut off')),
  };
  const followRecording = (follow: (events: number) => Promise<void>) => followers.push(follow);
  const jobs = retentionJobs({ retention, space, followRecording, ...calls.times });
  return { calls, jobs, followers };
}

it.each([
  ['old-events', OLD_EVENTS],
  ['old-counts', ['after 0', 'after 7']],
])('the job "%s" calls %j', async (name, expected) => {
  const { calls, jobs } = createJobs();
  expect(await calls.of(name, jobs)).toEqual(expected);
});

it('retention keeps up with each recorded batch', async () => {
  const { calls, followers } = createJobs();
  for (const follow of followers) await follow(7);
  expect(calls.all).toEqual(['keep up with 7']);
});
