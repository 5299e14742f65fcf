import { beforeEach, describe, expect, it } from '@jest/globals';
import { ClockDouble, NoPause } from '#telemetry/testing';
import { silenceLog } from '../test/support/quiet-log.ts';
import { listDatabaseJobs } from './database-jobs.ts';

/** The parts of the stores that jobs call, each of which finds something to do once. */
function createParts(calls: string[]) {
  const clock = new ClockDouble();
  const openPerson = (): object => ({});
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
    tags: {
      fold: once('fold'),
      tidy: async (_: number, from?: object) =>
        (await once(from ? 'tidy on' : 'tidy')()) && !from ? {} : undefined,
    },
    projectDeletions: {
      sweep: (nowMs: number) => once(nowMs === clock.ms ? 'project' : 'project by another clock')(),
    },
    erasures: {
      step: (open: unknown, nowMs: number) =>
        once(nowMs === clock.ms && open === openPerson ? 'erase' : 'erase otherwise')(),
    },
    merges: { recountUsers: once('recount') },
    alerts: {
      removeOld: (nowMs: number) =>
        once(nowMs === clock.ms ? 'remove alerts' : 'remove alerts by another clock')(),
    },
    deliveries: {
      removeOld: (nowMs: number) =>
        once(nowMs === clock.ms ? 'remove logged' : 'remove logged by another clock')(),
    },
    outbox: {
      dropOverdue: async ({ nowMs, dueBeforeMs, keep }: Record<string, number>) =>
        (await once(`drop before ${nowMs! - dueBeforeMs!} beyond ${keep}`)()) ? 1 : 0,
    },
    audit: { removeOld: (keep: number) => once(`keep ${keep}`)() },
    retention: {
      removeExpired: () => once('remove expired')(),
      makeRoom: async () => ((await once('make room')()) ? {} : undefined),
      tidyKeys: async (_: number, after: number) =>
        (await once(`after ${after}`)()) && after < 1 ? 7 : undefined,
    },
    space: {
      giveBack: once('give back'),
      cutOff: async () => void calls.push('cut off'),
      measure: async (measuredAtMs: number) => ({ measuredAtMs }),
      remember: async ({ measuredAtMs }: { measuredAtMs: number }) =>
        void calls.push(measuredAtMs === clock.ms ? 'measured' : 'measured by another clock'),
    },
    monitors: {
      sweepRemoved: once('sweep'),
      removeOld: async (nowMs: number, after: number) =>
        (await once(`${nowMs === clock.ms ? 'old runs' : 'by another clock'} ${after}`)()) &&
        after < 1
          ? 7
          : undefined,
    },
    bulks: {
      step: (nowMs: number) => once(nowMs === clock.ms ? 'bulk' : 'bulk by another clock')(),
    },
    trends: {
      write: async (nowMs: number, after: number) =>
        (await once(`${nowMs === clock.ms ? 'rising' : 'by another clock'} ${after}`)()) &&
        after < 1
          ? 7
          : undefined,
    },
    outcomes: {
      removeOld: (nowMs: number) =>
        once(nowMs === clock.ms ? 'remove' : 'remove by another clock')(),
    },
  };
  const forgetSettled = async (): Promise<void> => void calls.push('forget');
  const deliver = async (): Promise<void> => void calls.push('deliver');
  const tellAlerts = async (): Promise<void> => void calls.push('tell');
  const watchMonitors = async (): Promise<void> => void calls.push('watch');
  const parts = {
    stores,
    forgetSettled,
    deliver,
    tellAlerts,
    watchMonitors,
    openPerson,
    clock,
    pause: new NoPause(),
  };
  return parts as unknown as Parameters<typeof listDatabaseJobs>[0];
}

const DROP = 'drop before 86400000 beyond 100000';

/** What is free is given back between the steps. */
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

describe('the jobs over the database', () => {
  beforeEach(silenceLog);

  it.each([
    ['forget-settled', ['forget']],
    ['awaiting-files', ['look', 'look']],
    ['deleted-issues', ['sweep', 'give back', 'sweep']],
    ['deleted-projects', ['project', 'project']],
    ['erasures', ['erase', 'erase']],
    ['recounted-users', ['recount', 'recount']],
    ['tags', ['fold', 'fold']],
    ['old-tags', ['tidy', 'tidy on']],
    ['bulk-changes', ['bulk', 'bulk']],
    ['monitors', ['watch']],
    ['old-monitor-runs', ['sweep', 'sweep', 'old runs 0', 'old runs 7']],
    ['alerts', ['tell']],
    ['old-alerts', ['remove alerts', 'remove alerts']],
    ['deliveries', ['deliver']],
    ['outbox-bounds', [DROP, DROP]],
    ['old-deliveries', ['remove logged', 'remove logged']],
    ['old-outcomes', ['remove', 'remove']],
    ['old-audit', ['keep 100000', 'keep 100000']],
    ['old-events', OLD_EVENTS],
    ['old-counts', ['after 0', 'after 7']],
    ['space-use', ['measured']],
    ['trends', ['rising 0', 'rising 7']],
  ])('do what they are called: %s', async (name, expected) => {
    const calls: string[] = [];
    const job = listDatabaseJobs(createParts(calls)).find((each) => each.name === name);
    await job!.run(new AbortController().signal);
    expect(calls).toEqual(expected);
  });
});
