import { expect, it } from '@jest/globals';
import { JobCalls } from '../../../testing/job-calls.ts';
import { nameJobs } from './index.ts';

it.each([
  ['old-names', 'removes old ranks until there are none', ['remove', 'remove']],
  ['name-places', 'settles the places of names', ['settle']],
])('the job %p %s', async (name, _, expected) => {
  const calls = new JobCalls();
  const names = {
    removeOld: (nowMs: number) => calls.once(calls.at(nowMs, 'remove')),
    settle: async (nowMs: number) => void (await calls.once(calls.at(nowMs, 'settle'))),
  };
  expect(await calls.of(name, nameJobs({ names, ...calls.times }))).toEqual(expected);
});
