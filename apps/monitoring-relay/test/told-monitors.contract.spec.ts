import { expect, it } from '@jest/globals';
import { createReport, onEachDatabase } from '#product/testing';
import type { MonitorConfig } from '#shared';
import { ClockDouble, NoPause } from '#telemetry/testing';
import { cronJobs } from '#product/alerting/crons/relay';
import { OwnReports } from '../src/processing/own-reports.ts';
import { defaultRules } from './support/default-rules.ts';

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const EACH_MINUTE: MonitorConfig = {
  schedule: { type: 'interval', value: 1, unit: 'minute' },
  timeZone: 'UTC',
  marginMinutes: 1,
  runtimeMinutes: 5,
  failureThreshold: 1,
  recoveryThreshold: 1,
};

onEachDatabase('monitors', ({ openFresh }) => {
  it('a missed run opens an issue, a run resolves it, a failure reopens it, and the rule of a new project fires', async () => {
    const { stores, db } = await openFresh();
    await stores.projects.ensure([{ slug: 'app', id: 1 }]);
    const clock = new ClockDouble();
    const own = new OwnReports({ stores, rules: defaultRules() });
    const [watch] = cronJobs({
      ...stores,
      makeReport: (report) => own.make(report),
      findOldestMs: async () => undefined,
      lease: { runUnder: (_, work, signal) => work(signal) },
      clock,
      pause: new NoPause(),
      relay: 'a',
    });
    let reportId = 0;
    const checkIn = (status: 'ok' | 'error') => {
      reportId += 1;
      const newId = String(reportId).padStart(32, '0');
      const run = { slug: 'nightly', environment: 'production', status, newId };
      const at = { projectId: 1, receivedAtMs: clock.ms, config: EACH_MINUTE };
      return stores.reports.record([createReport(reportId, [], { checkIns: [{ ...run, ...at }] })]);
    };
    /** Runs the job in short steps, because otherwise the relay would count as away. */
    const runFor = async (ms: number) => {
      for (const endMs = clock.ms + ms; clock.ms < endMs;) {
        clock.ms += 10 * SECOND_MS;
        await watch!.run(new AbortController().signal);
      }
    };
    const [rule] = await stores.alertRules.list(1);
    const listFired = async () => {
      const fired = await stores.alertRules.listFirings(rule!.id, 9);
      return fired.map(({ reason: { kind }, issue }) => [kind, issue?.id, issue?.type]);
    };

    await checkIn('ok');
    await runFor(2.5 * MINUTE_MS);
    expect(await listFired()).toEqual([['new', 1, 'Monitor failure: nightly']]);
    const [monitor] = await stores.monitors.list('all');
    expect(monitor!.environments).toMatchObject([{ isFailing: true, issueId: 1 }]);
    await checkIn('ok');
    await runFor(10 * SECOND_MS);
    const resolved = await stores.issues.find(1, clock.ms);
    expect(resolved).toMatchObject({ state: { status: 'resolved', kind: 'now' }, events: 1 });
    expect(resolved!.value).toMatch(/^Missed: due at /);
    expect(resolved!.state).not.toHaveProperty('byUserId');
    const ends = db.selectFrom('alert_firings').select('reason').where('is_end', '=', 1);
    const [end] = await ends.execute();
    expect(JSON.parse(end!.reason)).toEqual({ kind: 'over', how: 'recovered' });
    await checkIn('error');
    await runFor(10 * SECOND_MS);
    expect(await listFired()).toEqual([
      ['regressed', 1, 'Monitor failure: nightly'],
      ['new', 1, 'Monitor failure: nightly'],
    ]);
    expect((await stores.issues.find(1, clock.ms))!.value).toMatch(/^Failed: the run of /);
    expect(await stores.monitors.listRuns(1)).toMatchObject([
      { status: 'error', eventId: expect.any(String) },
      { status: 'ok' },
      { status: 'missed', eventId: expect.any(String) },
      { status: 'ok' },
    ]);
  });
});
