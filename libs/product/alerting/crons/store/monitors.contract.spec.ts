import { expect, it } from '@jest/globals';
import { type MonitorConfig, monitorLimits } from '#shared';
import {
  createReport,
  onEachDatabase,
  NOON_MS,
  MINUTE_MS,
  HOUR_MS,
  DAY_MS,
} from '../../../testing/index.ts';
import { sql } from 'kysely';
import type { CheckIn } from './check-in.ts';

const by = { byUserId: 1, nowMs: NOON_MS };
const HOURLY: MonitorConfig = {
  schedule: { type: 'crontab', value: '0 * * * *' },
  timeZone: 'UTC',
  marginMinutes: 5,
  runtimeMinutes: 30,
  failureThreshold: 1,
  recoveryThreshold: 1,
};

const NIGHTLY: MonitorConfig = { ...HOURLY, schedule: { type: 'crontab', value: '0 3 * * *' } };

onEachDatabase('MonitorStore', ({ openFresh }) => {
  async function open() {
    const fresh = await openFresh('app', 'web');
    const { stores, db } = fresh;
    const { monitors } = stores;
    let reportId = 0;
    const checkIn = (...said: Partial<CheckIn>[]) => {
      reportId += 1;
      const checkIns = said.map((traits, index) => ({
        projectId: 1,
        receivedAtMs: NOON_MS,
        slug: 'nightly',
        status: 'ok' as const,
        newId: `${reportId}`.padStart(31, 'a') + index,
        environment: 'production',
        ...traits,
      }));
      return fresh.recordReport({ checkIns });
    };
    const judge = async (untilMs: number, awakeSinceMs = 0) => {
      while (await monitors.judgeNext({ nowMs: untilMs, untilMs, awakeSinceMs }));
    };
    const findOne = async () => {
      const [monitor] = await monitors.list('all');
      return monitor!;
    };
    const listRuns = async () => {
      const [environment] = (await findOne()).environments;
      return monitors.listRuns(environment!.id);
    };
    const listStatuses = async () => (await listRuns()).map(({ status }) => status);
    const listOutcomes = async () => {
      const rows = await db
        .selectFrom('outcome_minutes')
        .select(['outcome', 'reason', 'quantity'])
        .where('kind', '=', 'monitor')
        .orderBy('outcome')
        .execute();
      return rows.map((row) => `${row.outcome} ${row.reason} ${row.quantity}`);
    };
    const does = { checkIn, judge, findOne, listRuns, listStatuses, listOutcomes };
    return { ...fresh, monitors, ...does };
  }

  it('creates a monitor from its first check-in, with the schedule of the check-in', async () => {
    const { checkIn, findOne, judge, listRuns } = await open();
    await checkIn({ config: HOURLY, release: '1.0\0', traceId: 'b'.repeat(32), durationMs: 20 });
    await judge(NOON_MS);
    const monitor = await findOne();
    expect(monitor).toMatchObject({
      projectId: 1,
      slug: 'nightly',
      name: 'nightly',
      state: 'active',
      config: HOURLY,
      scheduledBy: 'check-ins',
      environments: [
        {
          environment: 'production',
          status: 'ok',
          isFailing: false,
          lastRunAtMs: NOON_MS,
          expectedAtMs: NOON_MS + HOUR_MS,
        },
      ],
    });
    expect(await listRuns()).toEqual([
      {
        id: 1,
        checkInId: expect.any(String),
        status: 'ok',
        startedAtMs: NOON_MS,
        endedAtMs: NOON_MS,
        durationMs: 20,
        release: '1.0\ufffd',
        traceId: 'b'.repeat(32),
        eventId: null,
      },
    ]);
  });

  it('finds the environment of a report once, and runs in progress or missed by their status', async () => {
    const { checkIn, explain, db } = await open();
    const id = (at: number) => `${at}`.padStart(32, 'b');
    const begun = Array.from({ length: 400 }, (_, at) => ({
      id: id(at),
      receivedAtMs: NOON_MS + at,
      status: at % 9 === 0 ? ('in_progress' as const) : ('ok' as const),
    }));
    await checkIn(...begun);
    await sql`analyze`.execute(db);
    const plan = await explain(async (stores) => {
      const [newId, slug, environment] = ['c'.repeat(32), 'nightly', 'production'];
      const of = { projectId: 1, receivedAtMs: NOON_MS, newId, slug, environment };
      const checkIns = [
        { ...of, status: 'ok' as const },
        ...begun.map((_, at) => ({ ...of, id: `${at}`.padStart(32, 'd'), status: 'ok' as const })),
      ];
      await stores.reports.record([createReport(900, [], { checkIns })]);
    });
    const runs = plan.split('\n').filter((line) => /monitor_runs_by/.test(line));
    expect(runs.filter((line) => line.includes('monitor_runs_by_status'))).toHaveLength(3);
    expect(runs.filter((line) => line.includes('monitor_runs_by_start'))).toEqual([]);
    const ofEnvironment = plan.split('\n').filter((line) => /monitor_environments/.test(line));
    expect(ofEnvironment.length).toBeLessThan(10);
  });

  it('keeps the previous schedule, and the problem, when a check-in brings an unusable schedule', async () => {
    const { checkIn, findOne } = await open();
    const bad = { ...HOURLY, schedule: { type: 'crontab', value: 'H 2 * * *' } as const };
    await checkIn({ config: bad });
    expect((await findOne())?.config).toBeUndefined();
    await checkIn({ config: HOURLY });
    expect((await findOne())?.problem).toBeUndefined();
    await checkIn({ problem: 'A schedule has a type.' }, { config: bad });
    expect(await findOne()).toMatchObject({
      config: HOURLY,
      problem: '“H 2 * * *” in UTC: This is no schedule of five fields, as in a crontab.',
    });
  });

  it('joins the check-ins of one run, with and without an id', async () => {
    const { checkIn, listRuns, listOutcomes } = await open();
    const id = 'c'.repeat(32);
    await checkIn({ id, status: 'in_progress' });
    await checkIn({ id, status: 'ok', receivedAtMs: NOON_MS + 5000 });
    await checkIn({ id, status: 'error', receivedAtMs: NOON_MS + 6000 });
    await checkIn({ status: 'in_progress', receivedAtMs: NOON_MS + 7000 });
    await checkIn({ status: 'error', receivedAtMs: NOON_MS + 9000, durationMs: 1500 });
    expect(await listRuns()).toMatchObject([
      { status: 'error', startedAtMs: NOON_MS + 7000, durationMs: 1500 },
      { status: 'ok', checkInId: id, startedAtMs: NOON_MS, durationMs: 5000 },
    ]);
    expect(await listOutcomes()).toEqual(['duplicate event_id 1', 'stored taken 4']);
  });

  it('ends the runs whose beginning was sent again without an id, but not older ones or those of a sender’s own id', async () => {
    const { checkIn, judge, listRuns } = await open();
    const id = 'c'.repeat(12) + '4'.repeat(20);
    await checkIn({ id, status: 'in_progress', config: HOURLY });
    await checkIn({ status: 'in_progress', receivedAtMs: NOON_MS - 6 * MINUTE_MS });
    for (const second of [1, 2, 3]) {
      await checkIn({ status: 'in_progress', receivedAtMs: NOON_MS + second * 1000 });
    }
    await checkIn({ status: 'ok', receivedAtMs: NOON_MS + 9000 });
    expect(await listRuns()).toMatchObject([
      { status: 'ok', durationMs: 6000 },
      { status: 'unknown', endedAtMs: NOON_MS + 9000 },
      { status: 'unknown' },
      { checkInId: id, status: 'in_progress' },
      { status: 'in_progress' },
    ]);
    await checkIn({ id, receivedAtMs: NOON_MS + 10_000 });
    await judge(NOON_MS + 40 * MINUTE_MS);
    const statuses = (await listRuns()).map(({ status }) => status);
    expect(statuses).toEqual(['ok', 'unknown', 'unknown', 'ok', 'timeout']);
  });

  it('times out a run that does not end, and keeps only the duration of its late end', async () => {
    const { checkIn, judge, listRuns } = await open();
    const id = 'd'.repeat(32);
    await checkIn({ id, status: 'in_progress', config: HOURLY });
    await checkIn({ id, status: 'in_progress', receivedAtMs: NOON_MS + MINUTE_MS });
    await judge(NOON_MS + 30 * MINUTE_MS);
    expect(await listRuns()).toMatchObject([{ status: 'in_progress' }]);
    await judge(NOON_MS + 31 * MINUTE_MS);
    await checkIn({ id, receivedAtMs: NOON_MS + 40 * MINUTE_MS });
    expect(await listRuns()).toMatchObject([
      { status: 'timeout', durationMs: 40 * MINUTE_MS, endedAtMs: NOON_MS + 31 * MINUTE_MS },
    ]);
  });

  it('replaces a missed run by its check-in that is recorded late', async () => {
    const { checkIn, judge, listStatuses } = await open();
    await checkIn({ config: HOURLY });
    await judge(NOON_MS);
    await judge(NOON_MS + HOUR_MS + 5 * MINUTE_MS);
    expect(await listStatuses()).toEqual(['missed', 'ok']);
    await checkIn({ receivedAtMs: NOON_MS + HOUR_MS + 2000 });
    expect(await listStatuses()).toEqual(['ok', 'ok']);
  });

  it('waits for the slowest relay, and counts a break of all relays from its end', async () => {
    const { checkIn, monitors, openAgain } = await open();
    const other = openAgain().stores.monitors;
    const look = (relay: string, nowMs: number, recordedUntilMs = nowMs) =>
      (relay === 'one' ? monitors : other).watch({ relay, nowMs, recordedUntilMs });
    expect(await look('one', NOON_MS)).toBeUndefined();
    await checkIn({ config: HOURLY });
    expect(await look('one', NOON_MS)).toMatchObject({
      awakeSinceMs: NOON_MS,
      untilMs: NOON_MS - monitorLimits.arrivingMs,
    });
    const behindMs = NOON_MS - 60_000;
    expect(await look('two', NOON_MS + 1000, behindMs)).toMatchObject({ untilMs: behindMs });
    expect(await look('one', NOON_MS + 20_000)).toMatchObject({
      awakeSinceMs: NOON_MS,
      untilMs: behindMs,
    });
    // The absent relay no longer counts. Its unrecorded reports do not hold back judging.
    expect(await look('one', NOON_MS + 45_000)).toMatchObject({
      awakeSinceMs: NOON_MS,
      untilMs: NOON_MS + 40_000,
    });
    const backMs = NOON_MS + 45_001 + monitorLimits.awayMs;
    expect(await look('one', backMs)).toMatchObject({ awakeSinceMs: backMs });
  });

  it('lets people create, rename, mute and remove a monitor', async () => {
    const { checkIn, monitors, findOne, stores } = await open();
    const wanted = { projectId: 1, slug: 'weekly', name: 'Weekly\0', config: HOURLY, ...by };
    const created = await monitors.create(wanted);
    expect(created).toEqual({ outcome: 'changed', id: 1 });
    expect(await monitors.create(wanted)).toEqual({ outcome: 'taken' });
    expect(await monitors.create({ ...wanted, projectId: 9 })).toEqual({ outcome: 'notFound' });
    const config = { ...HOURLY, marginMinutes: 10 };
    await monitors.change(1, { name: 'W', config, ...by });
    await checkIn({ slug: 'weekly', config: NIGHTLY });
    expect(await findOne()).toMatchObject({ name: 'W', config, scheduledBy: 'people' });
    await monitors.setState(1, { state: 'muted', ...by });
    await monitors.remove(1, by);
    expect(await monitors.list('all')).toEqual([]);
    expect(await monitors.remove(1, by)).toEqual({ outcome: 'notFound' });
    const noted = await stores.audit.list({ what: 'monitor.', limit: 9 });
    expect(noted.map(({ what }) => what)).toEqual([
      'monitor.removed',
      'monitor.state',
      'monitor.changed',
      'monitor.added',
    ]);
  });

  it('accepts a new schedule by check-in once an hour, until people save the monitor', async () => {
    const { checkIn, monitors, findOne, stores } = await open();
    const { rescheduledAfterMs } = monitorLimits;
    const weekly = { ...HOURLY, schedule: { type: 'crontab', value: '0 3 * * 1' } as const };
    const send = async (config: MonitorConfig, afterMs: number) => {
      await checkIn({ config, receivedAtMs: NOON_MS + afterMs });
      return findOne();
    };
    await send(HOURLY, 0);
    expect(await send(NIGHTLY, 1)).toMatchObject({ config: NIGHTLY, scheduledBy: 'check-ins' });
    const tooSoon = '“0 3 * * 1” in UTC: Check-ins change a schedule once an hour at most.';
    for (const afterMs of [2, rescheduledAfterMs]) {
      expect(await send(weekly, afterMs)).toMatchObject({ config: NIGHTLY, problem: tooSoon });
    }
    expect((await send(NIGHTLY, rescheduledAfterMs))?.problem).toBeUndefined();
    expect(await send(weekly, rescheduledAfterMs + 1)).toMatchObject({ config: weekly });
    const far = { ...HOURLY, schedule: { type: 'interval', value: 1000, unit: 'year' } as const };
    expect(await send(far, 3 * rescheduledAfterMs)).toMatchObject({
      config: weekly,
      scheduledBy: 'check-ins',
      problem: expect.stringContaining('from 1 minute to 366 days'),
    });
    await monitors.change(1, { name: 'X', config: HOURLY, ...by });
    const edited = await send(NIGHTLY, 4 * rescheduledAfterMs);
    expect(edited).toMatchObject({ config: HOURLY, scheduledBy: 'people' });
    expect(edited.problem).toBeUndefined();
    const what = 'monitor.rescheduled';
    const noted = await stores.audit.list({ what, limit: 9 });
    const from = '0 3 * * * (UTC), margin 5 min, longest 30 min';
    expect(noted).toMatchObject([
      { what, projectId: 1, target: 'nightly', from, to: expect.stringContaining('0 3 * * 1') },
      { from: expect.stringContaining('0 * * * *'), to: from },
    ]);
    expect(noted[0]?.byUserId).toBeUndefined();
  });

  it('creates limited monitors an hour by check-in, and counts the check-ins that it refuses', async () => {
    const { checkIn, monitors, listOutcomes } = await open();
    const { monitorsMade, madeWithinMs } = monitorLimits;
    const flood = Array.from({ length: monitorsMade + 30 }, (_, index) => ({
      slug: `m${String(index).padStart(2, '0')}`,
      receivedAtMs: NOON_MS + index,
    }));
    await checkIn(...flood);
    await monitors.remove(1, by);
    expect(await monitors.sweepRemoved(NOON_MS + 1)).toBe(false);
    const real = { slug: 'real', receivedAtMs: NOON_MS + madeWithinMs - 1, config: NIGHTLY };
    const far = { ...HOURLY, schedule: { type: 'interval', value: 1000, unit: 'year' } as const };
    await checkIn(real, { slug: 'other', projectId: 2 });
    await checkIn({ ...real, slug: 'far', config: far });
    expect(await monitors.list([1])).toHaveLength(monitorsMade - 1);
    expect(await listOutcomes()).toEqual([
      'rate_limited new_monitors 30',
      'rate_limited new_monitors 2',
      'stored taken 20',
      'stored taken 1',
    ]);
    await checkIn({ ...real, receivedAtMs: NOON_MS + madeWithinMs });
    expect(await monitors.list([1])).toHaveLength(monitorsMade);
  });

  it('creates limited environments an hour by check-in, but always one of each monitor', async () => {
    const { checkIn, listOutcomes } = await open();
    const { environmentsMade } = monitorLimits;
    const names = Array.from({ length: environmentsMade + 5 }, (_, index) => `e${index}`);
    await checkIn(...names.map((environment) => ({ environment })));
    await checkIn({ slug: 'another' });
    await checkIn({ slug: 'another', environment: 'staging' });
    expect(await listOutcomes()).toEqual([
      'rate_limited new_monitors 6',
      `stored taken ${environmentsMade + 1}`,
    ]);
  });

  it('lists the latest runs of some environments with their durations, the oldest first', async () => {
    const { checkIn, findOne, monitors } = await open();
    const { runsDrawn } = monitorLimits;
    const toRun = (at: number) => ({ status: 'ok', startedMs: NOON_MS + at, durationMs: at });
    const many = Array.from({ length: runsDrawn + 1 }, (_, at) => toRun(at));
    await checkIn(
      ...many.map(({ startedMs: receivedAtMs, durationMs }) => ({ receivedAtMs, durationMs })),
      { status: 'error', environment: 'staging' },
      { environment: 'other' },
    );
    const [, production, staging] = (await findOne()).environments.map(({ id }) => id);
    expect([...(await monitors.listDrawn([production!, staging!, 99]))]).toEqual([
      [production, many.slice(1)],
      [staging, [{ status: 'error', startedMs: NOON_MS }]],
    ]);
  });

  it('adds a sample once, whose past opens no issue and whose next run is expected', async () => {
    const { findOne, judge, listStatuses, monitors } = await open();
    const nowMs = NOON_MS - MINUTE_MS;
    const runs = [
      { startedMs: NOON_MS - 2 * HOUR_MS, status: 'missed' },
      { startedMs: NOON_MS - HOUR_MS, status: 'ok', durationMs: 5 },
    ] as const;
    const sample = { projectId: 1, slug: 'old', environment: 'production', config: HOURLY, runs };
    await monitors.addSample({ ...sample, nowMs });
    await monitors.addSample({ ...sample, nowMs });
    await judge(nowMs);
    expect(await listStatuses()).toEqual(['ok', 'missed']);
    const ok = { status: 'ok', isFailing: false, expectedAtMs: NOON_MS };
    expect((await findOne()).environments).toMatchObject([ok]);
    expect(await monitors.findFailure()).toBeUndefined();
  });

  it('expects no runs of a disabled monitor, not even after it is active again', async () => {
    const { checkIn, monitors, judge, listStatuses } = await open();
    await checkIn({ config: HOURLY });
    await monitors.setState(1, { state: 'disabled', ...by });
    await checkIn({ status: 'error', receivedAtMs: NOON_MS + 1 });
    await judge(NOON_MS + 3 * HOUR_MS);
    await monitors.setState(1, { state: 'active', ...by });
    await judge(NOON_MS + 3 * HOUR_MS + 1);
    expect(await listStatuses()).toEqual(['error', 'ok']);
    expect(await monitors.findFailure()).toBeUndefined();
    await judge(NOON_MS + 5 * HOUR_MS);
    expect(await listStatuses()).toEqual(['missed', 'error', 'ok']);
  });

  it('filters check-ins of new monitors once a project has the maximum of monitors', async () => {
    const { checkIn, db, listOutcomes, monitors } = await open();
    const rows = Array.from({ length: monitorLimits.monitorsPerProject }, (_, index) => ({
      project_id: 1,
      slug: `m${index}`,
      name: `m${index}`,
      state: 'active' as const,
      scheduled_by: 'nobody' as const,
      is_of_check_in: 0,
      created_at: NOON_MS,
    }));
    await db.insertInto('monitors').values(rows).execute();
    await checkIn({ slug: 'm0' }, { slug: 'one-more' }, { slug: 'one-more', projectId: 2 });
    expect(await listOutcomes()).toEqual([
      'filtered monitors_full 1',
      'stored taken 1',
      'stored taken 1',
    ]);
    const wanted = { projectId: 1, slug: 'x', name: 'x', config: HOURLY, ...by };
    expect(await monitors.create(wanted)).toEqual({ outcome: 'full' });
  });

  it('keeps a limited number of runs of each environment, for a limited time', async () => {
    const { checkIn, db, monitors } = await open();
    await checkIn({ slug: 'full' }, { slug: 'old' });
    const old = (count: number, environment_id: number, started_at: number) =>
      db
        .insertInto('monitor_runs')
        .values(
          Array.from({ length: count }, (_, index) => ({
            environment_id,
            project_id: 1,
            check_in_id: `${started_at} ${index}`,
            status: 'ok' as const,
            started_at: started_at - index,
            is_judged: 1,
          })),
        )
        .execute();
    await old(monitorLimits.runsKept + 600, 1, NOON_MS - 1);
    await old(3, 2, NOON_MS - 91 * DAY_MS);
    const steps: (number | undefined)[] = [0];
    while (steps.at(-1) !== undefined) {
      steps.push(await monitors.removeOld(NOON_MS, steps.at(-1)!));
    }
    expect(steps).toEqual([0, 0, 1, 2, undefined]);
    const left = await db
      .selectFrom('monitor_runs')
      .select(({ fn }) => ['environment_id', fn.countAll<number | string>().as('runs')])
      .groupBy('environment_id')
      .orderBy('environment_id')
      .execute();
    expect(left.map(({ runs }) => Number(runs))).toEqual([monitorLimits.runsKept, 1]);
  });

  it('hides a removed monitor at once, and removes its rows step by step', async () => {
    const { checkIn, db, findOne, judge, monitors } = await open();
    const environments = Array.from({ length: 600 }, (_, index) => ({
      environment: `e${String(index).padStart(3, '0')}`,
      receivedAtMs: NOON_MS + 2 * index * MINUTE_MS,
    }));
    await checkIn(...environments, { status: 'error' });
    await judge(NOON_MS);
    const known = (await monitors.find(1))!.environments.map(({ id }) => id);
    expect(await monitors.countRuns(known)).toBeGreaterThanOrEqual(600);
    expect(await monitors.countRuns([])).toBe(0);
    await monitors.remove(1, by);
    expect(await monitors.list('all')).toEqual([]);
    expect(await monitors.find(1)).toBeUndefined();
    expect(await monitors.setState(1, { state: 'muted', ...by })).toEqual({ outcome: 'notFound' });
    expect(await monitors.findFailure()).toBeUndefined();
    await checkIn({ slug: 'nightly' });
    const { id } = await findOne();
    expect(id).toBe(2);
    let steps = 0;
    while (await monitors.sweepRemoved(NOON_MS + HOUR_MS)) steps += 1;
    expect(steps).toBe(5);
    const rows = await db.selectFrom('monitor_runs').selectAll().execute();
    expect(rows).toHaveLength(1);
    expect(await findOne()).toMatchObject({ id, environments: [{ lastRunAtMs: NOON_MS }] });
  });

  it('tells no failure of a monitor removed while another relay judges it', async () => {
    const { checkIn, db, judge, monitors } = await open();
    await checkIn({ status: 'error' });
    await judge(NOON_MS);
    const changes = await db.selectFrom('monitor_changes').selectAll().execute();
    await monitors.remove(1, by);
    await db.insertInto('monitor_changes').values(changes).execute();
    expect(await monitors.findFailure()).toBeUndefined();
  });

  it('lists runs by pages, and the monitors of given projects', async () => {
    const { checkIn, monitors } = await open();
    const { runsListed } = monitorLimits;
    for (let index = 0; index < runsListed + 2; index += 1) {
      await checkIn({ receivedAtMs: NOON_MS + index });
    }
    await checkIn({ projectId: 2 });
    const first = await monitors.listRuns(1);
    expect(first).toHaveLength(runsListed);
    expect(await monitors.listRuns(1, { beforeId: first.at(-1)!.id })).toHaveLength(2);
    expect(await monitors.list([2])).toMatchObject([{ projectId: 2 }]);
    expect(await monitors.list([])).toEqual([]);
    expect(await monitors.find(9)).toBeUndefined();
  });
});
