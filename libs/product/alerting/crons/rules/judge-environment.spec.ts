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
const NONE = { ended: [], overdue: [] };
const since = (untilMs: number, awakeSinceMs = 0) => ({ untilMs, awakeSinceMs });

describe('judgeEnvironment', () => {
  it('marks a run as missed once its margin is over, and not before', () => {
    const dueMs = NOON_MS + HOUR_MS + 5 * MINUTE_MS;
    expect(judgeEnvironment(RUNNING, NONE, since(dueMs - 1))).toMatchObject({
      absent: [],
      changes: [],
      expectedAtMs: NOON_MS + HOUR_MS,
    });
    expect(judgeEnvironment(RUNNING, NONE, since(dueMs))).toMatchObject({
      absent: [{ status: 'missed', expectedAtMs: NOON_MS + HOUR_MS, atMs: dueMs }],
      changes: [{ run: { absent: 0 }, atMs: dueMs }],
      isFailing: true,
      status: 'missed',
      expectedAtMs: NOON_MS + 2 * HOUR_MS,
    });
  });

  it('takes a run that begins a little early for the due run', () => {
    const early = { ...RUNNING, lastRunAtMs: NOON_MS + HOUR_MS - 10_000 };
    expect(judgeEnvironment(early, NONE, since(NOON_MS + HOUR_MS)).expectedAtMs).toBe(
      NOON_MS + 2 * HOUR_MS,
    );
    const extra = { ...RUNNING, lastRunAtMs: NOON_MS + 20 * MINUTE_MS };
    expect(judgeEnvironment(extra, NONE, since(NOON_MS + HOUR_MS)).expectedAtMs).toBe(
      NOON_MS + HOUR_MS,
    );
  });

  it('counts an interval from the last run, or from a missed run’s due time', () => {
    const config = {
      ...HOURLY,
      schedule: { type: 'interval', value: 10, unit: 'minute' } as const,
    };
    const facts = { ...RUNNING, config, expectedAtMs: undefined };
    const untilMs = NOON_MS + MINUTE_MS;
    const first = judgeEnvironment({ ...facts, lastRunAtMs: untilMs }, NONE, since(untilMs));
    expect(first.expectedAtMs).toBe(untilMs + 10 * MINUTE_MS);
    const after = { ...facts, lastRunAtMs: untilMs, expectedAtMs: first.expectedAtMs };
    const missed = judgeEnvironment(after, NONE, since(untilMs + 15 * MINUTE_MS));
    expect(missed).toMatchObject({ absent: [{ status: 'missed' }] });
    expect(missed.expectedAtMs).toBe(untilMs + 20 * MINUTE_MS);
  });

  it('marks runs due while Errata was away as unknown, many of them once', () => {
    const awakeMs = NOON_MS + 48.5 * HOUR_MS;
    const verdict = judgeEnvironment(RUNNING, NONE, since(awakeMs + 6 * MINUTE_MS, awakeMs));
    expect(verdict).toMatchObject({
      absent: [{ status: 'unknown', expectedAtMs: NOON_MS + HOUR_MS }],
      changes: [],
      failures: 0,
      isFailing: false,
      expectedAtMs: NOON_MS + 49 * HOUR_MS,
    });
  });

  it('marks a run as missed only if Errata watched during its whole margin', () => {
    const untilMs = NOON_MS + HOUR_MS + 6 * MINUTE_MS;
    const [within] = judgeEnvironment(RUNNING, NONE, since(untilMs, untilMs - MINUTE_MS)).absent;
    expect(within?.status).toBe('unknown');
    const [before] = judgeEnvironment(RUNNING, NONE, since(untilMs, NOON_MS + HOUR_MS)).absent;
    expect(before?.status).toBe('missed');
  });

  it('times out a long run, or marks it as unknown if Errata may have missed its end', () => {
    const overdue = [{ id: 7, startedAtMs: NOON_MS, timeoutAtMs: NOON_MS + 30 * MINUTE_MS }];
    const untilMs = NOON_MS + 31 * MINUTE_MS;
    expect(judgeEnvironment(RUNNING, { ended: [], overdue }, since(untilMs))).toMatchObject({
      overdue: [{ id: 7, status: 'timeout' }],
      changes: [{ run: { id: 7 }, atMs: NOON_MS + 30 * MINUTE_MS }],
    });
    const away = judgeEnvironment(RUNNING, { ended: [], overdue }, since(untilMs, NOON_MS + 1));
    expect(away).toMatchObject({ overdue: [{ id: 7, status: 'unknown' }], changes: [] });
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

  it('expects no run without a schedule, and no run before the schedule', () => {
    const { config: _, ...without } = RUNNING;
    const none = judgeEnvironment({ ...without, config: undefined }, NONE, since(NOON_MS * 2));
    expect(none).toMatchObject({ absent: [], expectedAtMs: undefined });
    const anew = { ...RUNNING, expectedAtMs: undefined, lastRunAtMs: NOON_MS - 48 * HOUR_MS };
    expect(judgeEnvironment(anew, NONE, since(NOON_MS + 1))).toMatchObject({
      absent: [],
      expectedAtMs: NOON_MS + HOUR_MS,
    });
  });
});
