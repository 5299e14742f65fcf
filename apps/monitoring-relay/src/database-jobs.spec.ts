import { describe, expect, it } from '@jest/globals';
import { ClockDouble, NoPause } from '../test/support/doubles.ts';
import { listDatabaseJobs } from './database-jobs.ts';

/** The parts of the stores that jobs call, each of which finds something to do once. */
function createParts(calls: string[]) {
  const clock = new ClockDouble();
  const once = (call: string) => async (): Promise<boolean> => {
    calls.push(call);
    return calls.filter((each) => each === call).length === 1;
  };
  const stores = {
    deletions: {
      lookForOwners: once('look'),
      crowdOut: async () => undefined,
      sweep: once('sweep'),
    },
    audit: { removeOld: (keep: number) => once(`keep ${keep}`)() },
    outcomes: {
      removeOld: (nowMs: number) =>
        once(nowMs === clock.ms ? 'remove' : 'remove by another clock')(),
    },
  };
  const forgetSettled = async (): Promise<void> => void calls.push('forget');
  const parts = { stores, forgetSettled, clock, pause: new NoPause() };
  return parts as unknown as Parameters<typeof listDatabaseJobs>[0];
}

describe('the jobs over the database', () => {
  it.each([
    ['forget-settled', ['forget']],
    ['awaiting-files', ['look', 'look']],
    ['deleted-issues', ['sweep', 'sweep']],
    ['old-outcomes', ['remove', 'remove']],
    ['old-audit', ['keep 100000', 'keep 100000']],
  ])('do what they are called: %s', async (name, expected) => {
    const calls: string[] = [];
    const job = listDatabaseJobs(createParts(calls)).find((each) => each.name === name);
    await job!.run(new AbortController().signal);
    expect(calls).toEqual(expected);
  });
});
