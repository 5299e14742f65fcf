import { expect, it } from '@jest/globals';
import { JobCalls } from '../../../testing/job-calls.ts';
import { tagJobs } from './index.ts';

it.each([
  ['tags', ['fold', 'fold']],
  ['old-tags', ['tidy', 'tidy on']],
])('the job "%s" calls %j', async (name, expected) => {
  const calls = new JobCalls();
  const tags = {
    fold: () => calls.once('fold'),
    tidy: async (_: number, from?: object) =>
      (await calls.once(from ? 'tidy on' : 'tidy')) && !from ? ({} as never) : undefined,
  };
  expect(await calls.of(name, tagJobs({ tags, ...calls.times }))).toEqual(expected);
});
