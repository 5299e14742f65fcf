import { expect, it } from '@jest/globals';
import type { MonitorStore, ReportStore } from '#persistence';
import { monitorLimits } from '#shared';
import { ClockDouble, NoPause } from '../../../test/support/doubles.ts';
import { MonitorWatch } from './watch-monitors.ts';

/** As many as are due at the same minute. */
const DUE = 200;

it('ends a run before other relays take this one for away, however much is due', async () => {
  const clock = new ClockDouble();
  const startedMs = clock.ms;
  const done = { judged: 0, told: 0 };
  const count = async (what: keyof typeof done) => {
    clock.ms += 1000;
    done[what] += 1;
    return done[what] < DUE;
  };
  const watch = new MonitorWatch({
    stores: {
      monitors: {
        watch: async () => ({ untilMs: clock.ms, awakeSinceMs: 0 }),
        judgeNext: () => count('judged'),
        resolveNext: () => count('told'),
        findFailure: async () => undefined,
      } as Partial<MonitorStore> as MonitorStore,
      reports: {} as ReportStore,
    },
    queue: { findOldestMs: async () => undefined },
    rules: { refresh: async () => undefined, of: () => ({}) as never },
    lease: { runUnder: (_, work, signal) => work(signal) },
    clock,
    pause: new NoPause(),
    encode: () => {
      throw new Error('Nothing has failed.');
    },
    relay: 'a',
  });
  await watch.run(new AbortController().signal);
  expect(clock.ms - startedMs).toBeLessThan(monitorLimits.awayMs);
  expect(Math.min(done.judged, done.told)).toBeGreaterThan(0);
});
