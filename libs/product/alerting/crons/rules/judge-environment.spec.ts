import { describe, expect, it } from '@jest/globals';
import type { MonitorConfig, RunStatus } from '#shared';
import { judgeEnvironment } from './judge-environment.ts';
import type { EnvironmentFacts, OverdueRun } from './judge-environment.ts';

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
const toMinute = (atMs: number | undefined) =>
  atMs === undefined ? '-' : (atMs - NOON_MS) / MINUTE_MS;
const NEW = { expectedAtMs: undefined, lastRunAtMs: at(-48 * 60) };
const TENTH = { config: EACH_TEN, lastRunAtMs: at(1), expectedAtMs: at(11) };
const TWICE = { config: { ...HOURLY, failureThreshold: 2, recoveryThreshold: 2 }, recoveries: 0 };

interface Times {
  readonly until: number;
  readonly awakeSince?: number;
  readonly overdue?: readonly OverdueRun[];
  readonly ended?: string;
}

/** Judges at a minute after noon, and says which runs were found, what changed, and what is next. */
function judge(facts: Partial<EnvironmentFacts>, times: Times): string {
  const { until, awakeSince, overdue = [], ended = '' } = times;
  const runs = ended
    .split(' ')
    .flatMap((status, minute) =>
      status === '' ? [] : [{ id: minute, status: status as RunStatus, endedAtMs: at(minute) }],
    );
  const judging = {
    untilMs: at(until),
    awakeSinceMs: awakeSince === undefined ? 0 : at(awakeSince),
  };
  const verdict = judgeEnvironment({ ...RUNNING, ...facts }, { ended: runs, overdue }, judging);
  return [
    ...verdict.absent.map(({ status, expectedAtMs }) => `${status} ${toMinute(expectedAtMs)}`),
    ...verdict.overdue.map(({ id, status }) => `run ${id} ${status}`),
    ...verdict.changes.map(({ run, atMs }) => `${run ? 'failed' : 'well'} at ${toMinute(atMs)}`),
    ...(verdict.isFailing ? ['is failing'] : []),
    `next ${toMinute(verdict.expectedAtMs)} after ${verdict.status}`,
  ].join(', ');
}

describe('judgeEnvironment', () => {
  it.each<readonly [string, Partial<EnvironmentFacts>, Times, string]>([
    ['waits for the margin of a run', {}, { until: 64.9 }, 'next 60 after ok'],
    [
      'misses a run once its margin is over',
      {},
      { until: 65 },
      'missed 60, failed at 65, is failing, next 120 after missed',
    ],
    [
      'takes a run that begins a little early for the due run',
      { lastRunAtMs: at(59.9) },
      { until: 60 },
      'next 120 after ok',
    ],
    [
      'takes no run in between for the due run',
      { lastRunAtMs: at(20) },
      { until: 60 },
      'next 60 after ok',
    ],
    [
      'counts an interval from the last run',
      { ...TENTH, expectedAtMs: undefined },
      { until: 1 },
      'next 11 after ok',
    ],
    [
      'counts an interval from a missed run’s due time',
      TENTH,
      { until: 16 },
      'missed 11, failed at 16, is failing, next 21 after missed',
    ],
    [
      'does not know of runs while Errata was away, many of them once',
      {},
      { until: 2916, awakeSince: 2910 },
      'unknown 60, next 2940 after unknown',
    ],
    [
      'does not know of a run if Errata came within its margin',
      {},
      { until: 66, awakeSince: 65 },
      'unknown 60, next 120 after unknown',
    ],
    [
      'misses a run if Errata watched during its whole margin',
      {},
      { until: 66, awakeSince: 60 },
      'missed 60, failed at 65, is failing, next 120 after missed',
    ],
    [
      'times out a long run',
      {},
      { until: 31, overdue: [OVERDUE] },
      'run 7 timeout, failed at 30, is failing, next 60 after timeout',
    ],
    [
      'does not know of a long run whose end Errata may have missed',
      {},
      { until: 31, awakeSince: 1, overdue: [OVERDUE] },
      'run 7 unknown, next 60 after unknown',
    ],
    [
      'reports no failure of a muted environment',
      { isMuted: true },
      { until: 1, ended: 'error' },
      'next 60 after error',
    ],
    [
      'expects no run without a schedule',
      { config: undefined },
      { until: 9999 },
      'next - after ok',
    ],
    ['expects no run from before its schedule', NEW, { until: 0.001 }, 'next 60 after ok'],
    [
      'fails and is well again at its thresholds',
      TWICE,
      { until: 20, ended: 'error ok error error error ok error ok ok ok' },
      'failed at 3, failed at 4, failed at 6, well at 8, next 60 after ok',
    ],
  ])('%s', (_, facts, times, verdict) => {
    expect(judge(facts, times)).toBe(verdict);
  });
});
