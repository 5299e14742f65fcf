import { expect, it } from '@jest/globals';
import { artifactLimits } from '#shared';
import { JobCalls } from '../../../testing/job-calls.ts';
import { artifactJobs } from './index.ts';

it.each([
  ['artifacts', ['claim']],
  ['left-artifacts', ['remove left', 'remove left']],
  ['old-artifacts', ['remove unneeded', 'remove unneeded']],
  ['old-misses', ['remove misses', 'remove misses']],
])('the job "%s" calls %j', async (name, expected) => {
  const calls = new JobCalls();
  const none = () => Promise.reject(new Error('There is no bundle.'));
  const parts = {
    work: { inFolder: none, findRoom: none },
    artifacts: { addTable: none },
    artifactBundles: {
      claim: async (nowMs: number) => {
        await calls.once(calls.at(nowMs, 'claim'));
        return undefined;
      },
      renew: none,
      settle: none,
      refuse: none,
      release: none,
      hold: none,
      removeUnneeded: (nowMs: number) => calls.once(calls.at(nowMs, 'remove unneeded')),
    },
    artifactMisses: { removeOld: (nowMs: number) => calls.once(calls.at(nowMs, 'remove misses')) },
    artifactChunks: {
      read: () => (async function* () {})(),
      measure: none,
      removeUnneeded: (untilMs: number) =>
        calls.once(calls.at(untilMs + artifactLimits.waitingMs, 'remove left')),
    },
  };
  expect(await calls.of(name, artifactJobs({ ...parts, ...calls.times }))).toEqual(expected);
});
