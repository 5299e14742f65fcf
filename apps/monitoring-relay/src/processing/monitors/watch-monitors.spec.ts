import { expect, it } from '@jest/globals';
import { encodePayload } from '#product/recording/reports';
import { type FailedReportStore, type NewFailedReport } from '#product/recording/failed-reports';
import { type MonitorFailure, type MonitorStore } from '#product/alerting/crons';
import { ErrataError, monitorLimits } from '#shared';
import { ClockDouble, NoPause } from '#telemetry/testing';
import { ReportStoreDouble } from '../../../test/support/doubles.ts';
import { MonitorWatch } from './watch-monitors.ts';

/** As many as are due at the same minute. */
const DUE = 200;

function openWatch({
  clock = new ClockDouble(),
  reports = new ReportStoreDouble(),
  encode = encodePayload,
  ...monitors
}: Partial<MonitorStore> & {
  readonly clock?: ClockDouble;
  readonly reports?: ReportStoreDouble;
  readonly encode?: typeof encodePayload;
} = {}) {
  const kept: NewFailedReport[] = [];
  const put: FailedReportStore['put'] = async (reports_) => {
    kept.push(...reports_);
    return { dropped: 0 };
  };
  const watch = new MonitorWatch({
    stores: {
      monitors: {
        watch: async () => ({ untilMs: clock.ms, awakeSinceMs: 0 }),
        judgeNext: async () => false,
        resolveNext: async () => false,
        findFailure: async () => undefined,
        ...monitors,
      } as Partial<MonitorStore> as MonitorStore,
      reports,
      failedReports: { put } as Partial<FailedReportStore> as FailedReportStore,
    },
    queue: { findOldestMs: async () => undefined },
    rules: { refresh: async () => undefined, of: () => ({}) as never },
    lease: { runUnder: (_, work, signal) => work(signal) },
    clock,
    pause: new NoPause(),
    encode,
    relay: 'a',
  });
  return { kept, run: () => watch.run(new AbortController().signal) };
}

it('ends a run before other relays take this one for away, however much is due', async () => {
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

/** Failures of the changes 1 and 2, of which the database refuses the first with `error`. */
function openWithFailures(error: Error) {
  const awaiting = [1, 2];
  const reports = new ReportStoreDouble();
  reports.accept = ([report]) => {
    if (report?.reportId === 1) throw error;
  };
  const findFailure = async () => awaiting[0] && toFailure(awaiting[0]);
  const settleFailure = async () => void awaiting.shift();
  const opened = openWatch({ reports, findFailure, settleFailure } as Partial<MonitorStore>);
  return { ...opened, awaiting, reports };
}

function toFailure(changeId: number): MonitorFailure {
  const run = { id: 7, checkInId: 'a', status: 'missed', startedAtMs: 0 } as const;
  const monitor = { projectId: 3, slug: 'nightly', name: 'Nightly', environment: 'production' };
  return { changeId, ...monitor, atMs: 60_000, run };
}

it('keeps a failure aside that cannot be recorded, and tells the next one', async () => {
  const { awaiting, kept, reports, run } = openWithFailures(new Error('value too large'));
  for (let tries = 1; tries < 5; tries += 1) {
    await expect(run()).rejects.toThrow('value too large');
    expect([kept, awaiting]).toEqual([[], [1, 2]]);
  }
  await run();
  expect([reports.recorded, awaiting]).toEqual([[2], []]);
  expect(kept).toMatchObject([
    {
      origin: 'monitors',
      reportId: 1,
      projectId: 3,
      reason: 'Recording failed: value too large',
      outcomes: [{ outcome: 'failed', reason: 'recording', kind: 'error', quantity: 1 }],
    },
  ]);
  expect(Buffer.from(kept[0]!.body!).toString()).toContain('Cron Nightly: missed');
});

it('keeps a failure aside of which no event can be made', async () => {
  const awaiting = [1];
  const { kept, run } = openWatch({
    findFailure: async () => awaiting[0] && toFailure(awaiting[0]),
    settleFailure: async () => void awaiting.shift(),
    encode: () => {
      throw new Error('no room');
    },
  } as Partial<MonitorStore>);
  await run();
  expect([kept, awaiting]).toMatchObject([[{ reason: 'Processing failed: no room' }], []]);
});

it('keeps nothing aside while the database is away', async () => {
  const away = new ErrataError('database.unavailable');
  const { awaiting, kept, run } = openWithFailures(away);
  for (let tries = 0; tries < 10; tries += 1) await expect(run()).rejects.toBe(away);
  expect([kept, awaiting]).toEqual([[], [1, 2]]);
});
