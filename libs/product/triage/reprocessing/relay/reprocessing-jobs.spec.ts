import { expect, it } from '@jest/globals';
import { JobCalls } from '../../../testing/job-calls.ts';
import { reprocessingJobs } from './index.ts';

it.each([
  ['reprocessing', ['read', 'find', 'read', 'find']],
  ['old-reprocessings', ['forget', 'forget']],
])('the job "%s" calls %j', async (name, expected) => {
  const calls = new JobCalls();
  const bundle = { id: 1, projectId: 1, sought: 0 };
  const page = { order: { state: 'running' }, events: [] };
  const parts = {
    reprocessings: {
      readPage: async (nowMs: number) =>
        (await calls.once(calls.at(nowMs, 'read'))) ? page : undefined,
      writePage: async () => undefined,
      listSeen: async () => [],
      forgetOld: (nowMs: number) => calls.once(calls.at(nowMs, 'forget')),
    },
    artifactBundles: {
      findSought: async () => ((await calls.once('find')) ? bundle : undefined),
      noteSought: async () => undefined,
    },
    remaking: { prepare: async () => undefined, forget: async () => undefined },
    ...calls.times,
  } as unknown as Parameters<typeof reprocessingJobs>[0];
  expect(await calls.of(name, reprocessingJobs(parts))).toEqual(expected);
});
