import { expect, it } from '@jest/globals';
import type { MadeReport, OwnReport } from '#product/recording/reports';
import { ErrataError, monitorLimits } from '#shared';
import { ClockDouble, NoPause } from '#telemetry/testing';
import { type MonitorFailure, type MonitorStore } from '../index.ts';
import { MonitorWatch } from './watch-monitors.ts';

const DUE = 200;

interface Kept extends OwnReport {
  readonly reason: string;
}

function openWatch({
  clock = new ClockDouble(),
  make = () => ({}),
  ...monitors
}: Partial<MonitorStore> & {
  readonly clock?: ClockDouble;
  readonly make?: (report: OwnReport) => Partial<MadeReport>;
} = {}) {
  const kept: Kept[] = [];
  const forgotten: number[] = [];
  const watch = new MonitorWatch({
    monitors: {
      watch: async () => ({ nowMs: clock.ms, untilMs: clock.ms, awakeSinceMs: 0 }),
      judgeNext: async () => false,
      resolveNext: async () => false,
      findFailure: async () => undefined,
      ...monitors,
    } as Partial<MonitorStore> as MonitorStore,
    reports: {
      forget: async (_, beforeId) => {
        forgotten.push(beforeId);
        return true;
      },
    },
    makeReport: async (report) => ({
      groupingKey: 'key',
      record: async () => undefined,
      storeAsFailed: async (reason) => void kept.push({ ...report, reason }),
      ...make(report),
    }),
    findOldestMs: async () => undefined,
    lease: { runUnder: (_, work, signal) => work(signal) },
    clock,
    pause: new NoPause(),
    relay: 'a',
  });
  return { forgotten, kept, run: () => watch.run(new AbortController().signal) };
}

it('MonitorWatch ends a long run before other relays would count this relay as away', async () => {
  const clock = new ClockDouble();
  const startedMs = clock.ms;
  const done = { judged: 0, told: 0 };
  const count = async (what: keyof typeof done) => {
    clock.ms += 1000;
    done[what] += 1;
    return done[what] < DUE;
  };
  const judgeNext = () => count('judged');
  const resolveNext = () => count('told');
  await openWatch({ clock, judgeNext, resolveNext }).run();
  expect(clock.ms - startedMs).toBeLessThan(monitorLimits.awayMs);
  expect(Math.min(done.judged, done.told)).toBeGreaterThan(0);
});

function openWithFailures(error: Error) {
  const awaiting = [1, 2];
  const recorded: number[] = [];
  const make = ({ id }: OwnReport): Partial<MadeReport> => ({
    ...(id === 3 ? { refusal: 'Processing failed: no room' } : {}),
    record: async () => {
      if (id === 1) throw error;
      recorded.push(id);
    },
  });
  const findFailure = async () => awaiting[0] && toFailure(awaiting[0]);
  const settleFailure = async () => void awaiting.shift();
  const opened = openWatch({ make, findFailure, settleFailure } as Partial<MonitorStore>);
  return { ...opened, awaiting, recorded };
}

function toFailure(changeId: number): MonitorFailure {
  const none = { endedAtMs: null, durationMs: null, release: null, traceId: null, eventId: null };
  const run = { id: 7, checkInId: 'a', status: 'missed', startedAtMs: 0, ...none } as const;
  const monitor = { monitorId: 5, slug: 'nightly', name: 'Nightly', environment: 'production' };
  return { changeId, projectId: 3, ...monitor, atMs: 60_000, run };
}

it('MonitorWatch sets a failure aside that cannot be recorded or made, and tells the next one', async () => {
  const { awaiting, forgotten, kept, recorded, run } = openWithFailures(
    new Error('value too large'),
  );
  for (let tries = 1; tries < 5; tries += 1) {
    await expect(run()).rejects.toThrow('value too large');
    expect([kept, awaiting]).toEqual([[], [1, 2]]);
  }
  await run();
  expect([recorded, awaiting, forgotten]).toEqual([[2], [], [2, 3]]);
  expect(kept).toMatchObject([
    { origin: 'monitors', id: 1, projectId: 3, reason: 'Recording failed: value too large' },
  ]);
  expect(JSON.stringify(kept[0]!.event)).toContain('Monitor failure: Nightly');
  awaiting.push(3);
  await run();
  expect([kept[1]?.reason, awaiting]).toEqual(['Processing failed: no room', []]);
});

it('MonitorWatch sets no failure aside while the database is away', async () => {
  const away = new ErrataError('database.unavailable');
  const { awaiting, kept, run } = openWithFailures(away);
  for (let tries = 0; tries < 10; tries += 1) await expect(run()).rejects.toBe(away);
  expect([kept, awaiting]).toEqual([[], [1, 2]]);
});
