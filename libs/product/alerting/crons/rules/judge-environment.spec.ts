import { describe, expect, it } from '@jest/globals';
import type { MonitorConfig } from '#shared';
import { type EnvironmentFacts, judgeEnvironment } from './judge-environment.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const NOON_MS = Date.UTC(2026, 0, 5, 12);
const HOURLY: MonitorConfig = {
  schedule: { type: 'crontab', value: '0 * * * *' },
  timeZone: 'UTC',
  marginMinutes: 5,
  runtimeMinutes: 30,
  failureThreshold: 1,
  recoveryThreshold: 1,
};

const RUNNING: EnvironmentFacts = {
  isMuted: false,
  config: HOURLY,
  lastRunAtMs: NOON_MS,
  expectedAtMs: NOON_MS + HOUR_MS,
  failures: 0,
  recoveries: 1,
  isFailing: false,
  status: 'ok',
};
const EACH_TEN: MonitorConfig = {
  ...HOURLY,
  schedule: { type: 'interval', value: 10, unit: 'minute' },
};
const OVERDUE = { id: 7, startedAtMs: NOON_MS, timeoutAtMs: NOON_MS + 30 * MINUTE_MS };
const at = (minute: number) => NOON_MS + minute * MINUTE_MS;
const since = (untilMs: number, awakeSinceMs = 0) => ({ untilMs, awakeSinceMs });

interface Case {
  readonly facts?: Partial<EnvironmentFacts>;
  readonly isOverdue?: boolean;
  readonly until: number;
  readonly awakeSince?: number;
}

describe('judgeEnvironment', () => {
  it.each<readonly [string, Case, object]>([
    [
      'marks no run as missed before its margin is over',
      { until: 64.999 },
      { absent: [], changes: [], expectedAtMs: at(60) },
    ],
    [
      'marks a run as missed once its margin is over',
      { until: 65 },
      {
        absent: [{ status: 'missed', expectedAtMs: at(60), atMs: at(65) }],
        changes: [{ run: { absent: 0 }, atMs: at(65) }],
        isFailing: true,
        status: 'missed',
        expectedAtMs: at(120),
      },
    ],
    [
      'takes a run that begins a little early for the due run',
      { facts: { lastRunAtMs: at(59.9) }, until: 60 },
      { expectedAtMs: at(120) },
    ],
    [
      'takes no run in between for the due run',
      { facts: { lastRunAtMs: at(20) }, until: 60 },
      { expectedAtMs: at(60) },
    ],
    [
      'counts an interval from the last run',
      { facts: { config: EACH_TEN, lastRunAtMs: at(1), expectedAtMs: undefined }, until: 1 },
      { expectedAtMs: at(11) },
    ],
    [
      'counts an interval from the due time of a missed run',
      { facts: { config: EACH_TEN, lastRunAtMs: at(1), expectedAtMs: at(11) }, until: 16 },
      { absent: [{ status: 'missed' }], expectedAtMs: at(21) },
    ],
    [
      'marks many runs due while Errata was away as unknown, once',
      { until: 48.5 * 60 + 6, awakeSince: 48.5 * 60 },
      {
        absent: [{ status: 'unknown', expectedAtMs: at(60) }],
        changes: [],
        failures: 0,
        isFailing: false,
        expectedAtMs: at(49 * 60),
      },
    ],
    [
      'marks a run as unknown if Errata came within its margin',
      { until: 66, awakeSince: 65 },
      { absent: [{ status: 'unknown' }] },
    ],
    [
      'marks a run as missed if Errata watched during its whole margin',
      { until: 66, awakeSince: 60 },
      { absent: [{ status: 'missed' }] },
    ],
    [
      'times out a long run',
      { isOverdue: true, until: 31 },
      { overdue: [{ id: 7, status: 'timeout' }], changes: [{ run: { id: 7 }, atMs: at(30) }] },
    ],
    [
      'marks a long run as unknown if Errata may have missed its end',
      { isOverdue: true, until: 31, awakeSince: 1 },
      { overdue: [{ id: 7, status: 'unknown' }], changes: [] },
    ],
    [
      'expects no run without a schedule',
      { facts: { config: undefined }, until: 9999 },
      { absent: [], expectedAtMs: undefined },
    ],
    [
      'expects no run from before its schedule',
      { facts: { expectedAtMs: undefined, lastRunAtMs: at(-48 * 60) }, until: 0.001 },
      { absent: [], expectedAtMs: at(60) },
    ],
  ])('%s', (_, { facts, isOverdue = false, until, awakeSince }, expected) => {
    const runs = { ended: [], overdue: isOverdue ? [OVERDUE] : [] };
    const judging = since(at(until), awakeSince === undefined ? 0 : at(awakeSince));
    expect(judgeEnvironment({ ...RUNNING, ...facts }, runs, judging)).toMatchObject(expected);
  });

  it('reports failures from the failure threshold on, and recovery after the recovery threshold', () => {
    const config = { ...HOURLY, failureThreshold: 2, recoveryThreshold: 2 };
    const facts = { ...RUNNING, config, recoveries: 0 };
    const statuses = 'error ok error error error ok error ok ok ok'.split(' ');
    const ended = statuses.map((status, id) => ({
      id,
      status: status as 'ok',
      endedAtMs: NOON_MS + id,
    }));
    const { changes, isFailing } = judgeEnvironment(
      facts,
      { ended, overdue: [] },
      since(NOON_MS + 100),
    );
    expect(changes.map(({ run, atMs }) => [run ? 'failed' : 'recovered', atMs - NOON_MS])).toEqual([
      ['failed', 3],
      ['failed', 4],
      ['failed', 6],
      ['recovered', 8],
    ]);
    expect(isFailing).toBe(false);
  });

  it('reports no failure of a muted environment', () => {
    const ended = [{ id: 1, status: 'error' as const, endedAtMs: NOON_MS }];
    const facts = { ...RUNNING, isMuted: true };
    expect(judgeEnvironment(facts, { ended, overdue: [] }, since(NOON_MS))).toMatchObject({
      changes: [],
      isFailing: false,
      status: 'error',
    });
  });
});
