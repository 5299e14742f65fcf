import { expect, it } from '@jest/globals';
import { JobCalls } from '../../../testing/job-calls.ts';
import { alertJobs } from './index.ts';

const delivery = { publicUrl: 'https://errata.example' };

it.each([
  ['alerts', delivery, ['spread', 'spread', 'send', 'send', 'test', 'test']],
  ['alerts', undefined, []],
  ['crash-free', delivery, ['judge']],
  ['old-alerts', delivery, ['remove', 'remove']],
])('the job "%s", with delivery settings %j, calls %j', async (name, settings, expected) => {
  const calls = new JobCalls();
  const alerts = {
    spread: () => calls.once('spread'),
    sendNext: () => calls.once('send'),
    sendTest: () => calls.once('test'),
    judgeCrashFree: async (nowMs: number) => void calls.once(calls.at(nowMs, 'judge')),
    removeOld: (nowMs: number) => calls.once(calls.at(nowMs, 'remove')),
  };
  const jobs = alertJobs({ alerts, delivery: settings, ...calls.times });
  expect(await calls.of(name, jobs)).toEqual(expected);
});
