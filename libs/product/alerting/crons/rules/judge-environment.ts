import { type MonitorConfig, monitorLimits, type RunStatus } from '#shared';
import { defaultTimes } from './monitor-config.ts';
import { findNextRun } from './schedule.ts';

const MINUTE_MS = 60_000;
const MOST_MISSED = 20;

export interface Judging {
  readonly untilMs: number;
  /** Start of the latest period in which at least one relay was always present. */
  readonly awakeSinceMs: number;
}

export interface EndedRun {
  readonly id: number;
  readonly status: RunStatus;
  readonly endedAtMs: number;
}

export interface OverdueRun {
  readonly id: number;
  readonly startedAtMs: number;
  readonly timeoutAtMs: number;
}

export interface EnvironmentFacts {
  readonly isMuted: boolean;
  readonly config: MonitorConfig | undefined;
  readonly lastRunAtMs: number | undefined;
  readonly expectedAtMs: number | undefined;
  readonly failures: number;
  readonly recoveries: number;
  readonly isFailing: boolean;
  readonly status: RunStatus | undefined;
}

export interface AbsentRun {
  readonly status: 'missed' | 'unknown';
  readonly expectedAtMs: number;
  readonly atMs: number;
}

export interface Verdict {
  readonly absent: readonly AbsentRun[];
  readonly overdue: readonly (OverdueRun & { readonly status: 'timeout' | 'unknown' })[];
  /**
   * Failures and recoveries, ordered by time. `run` is the failed run: a stored run by its id, or
   * the index of an entry of `absent`. A change without `run` is a recovery.
   */
  readonly changes: readonly MonitorChange[];
  readonly expectedAtMs: number | undefined;
  readonly isUnfinished: boolean;
  readonly failures: number;
  readonly recoveries: number;
  readonly isFailing: boolean;
  readonly status: RunStatus | undefined;
}

export type RunName = { readonly id: number } | { readonly absent: number };

export interface MonitorChange {
  readonly run?: RunName;
  readonly atMs: number;
}

interface Ending {
  readonly run: RunName;
  readonly status: RunStatus;
  readonly atMs: number;
}

/**
 * Decides how the runs of a monitor ended in one environment.
 *
 * A run that was due, or could have ended, while no relay was present is `unknown`. An unknown run
 * counts as neither failure nor success, because Errata's own absence is not the monitor's fault.
 */
export function judgeEnvironment(
  facts: EnvironmentFacts,
  { ended, overdue }: { ended: readonly EndedRun[]; overdue: readonly OverdueRun[] },
  judging: Judging,
): Verdict {
  const late = overdue.map((run) => {
    const isSure = judging.awakeSinceMs <= run.startedAtMs;
    return { ...run, status: isSure ? ('timeout' as const) : ('unknown' as const) };
  });
  const expected = expect(facts, judging);
  const endings: Ending[] = [
    ...ended.map(({ id, status, endedAtMs }) => ({ run: { id }, status, atMs: endedAtMs })),
    ...late.map(({ id, status, timeoutAtMs }) => ({ run: { id }, status, atMs: timeoutAtMs })),
    ...expected.absent.map(({ status, atMs }, absent) => ({ run: { absent }, status, atMs })),
  ];
  return {
    ...expected,
    overdue: late,
    ...count(
      facts,
      endings.toSorted((one, other) => one.atMs - other.atMs),
    ),
  };
}

function expect(
  facts: EnvironmentFacts,
  { untilMs, awakeSinceMs }: Judging,
): Pick<Verdict, 'absent' | 'expectedAtMs' | 'isUnfinished'> {
  const absent: AbsentRun[] = [];
  const { config } = facts;
  if (!config) return { absent, expectedAtMs: undefined, isUnfinished: false };
  const marginMs = Math.max(1, config.marginMinutes) * MINUTE_MS;
  const isOver = (dueMs: number | undefined): dueMs is number =>
    dueMs !== undefined && dueMs + marginMs <= untilMs;
  let next = findExpected(facts, config, untilMs);
  while (isOver(next) && absent.length < MOST_MISSED) {
    const isSure = awakeSinceMs <= next;
    const status = isSure ? 'missed' : 'unknown';
    absent.push({ status, expectedAtMs: next, atMs: next + marginMs });
    // One `unknown` run represents all runs that were due while no relay was present.
    next = findNextRun(config, isSure ? next : Math.max(next, awakeSinceMs - 1));
  }
  return { absent, expectedAtMs: next, isUnfinished: isOver(next) };
}

function findExpected(
  { lastRunAtMs, expectedAtMs }: EnvironmentFacts,
  config: MonitorConfig,
  untilMs: number,
): number | undefined {
  // A new schedule begins now, so it expects no runs from the time before.
  const next = expectedAtMs ?? findNextRun(config, Math.max(untilMs, lastRunAtMs ?? 0));
  if (lastRunAtMs === undefined || next === undefined) return next;
  if (lastRunAtMs >= next - monitorLimits.earlyMs) {
    return findNextRun(config, lastRunAtMs + toEarlyMs(config));
  }
  // An interval counts from the latest run, even when that run was not scheduled.
  return config.schedule.type === 'interval'
    ? Math.max(next, findNextRun(config, lastRunAtMs) ?? 0)
    : next;
}

/**
 * Returns how early a run may begin. An early crontab run counts for the scheduled time that
 * follows, so no other run is expected at that time.
 */
function toEarlyMs({ schedule }: MonitorConfig): number {
  return schedule.type === 'crontab' ? monitorLimits.earlyMs : 0;
}

function count(
  facts: EnvironmentFacts,
  endings: readonly Ending[],
): Pick<Verdict, 'changes' | 'failures' | 'recoveries' | 'isFailing' | 'status'> {
  const { failureThreshold, recoveryThreshold } = facts.config ?? defaultTimes;
  const { isMuted } = facts;
  let { failures, recoveries, isFailing, status } = facts;
  const changes: MonitorChange[] = [];
  for (const { run, status: each, atMs } of endings) {
    status = each;
    if (each === 'unknown') continue;
    if (each === 'ok') {
      failures = 0;
      recoveries += 1;
      if (!isFailing || recoveries < recoveryThreshold) continue;
      isFailing = false;
      changes.push({ atMs });
    } else {
      failures += 1;
      recoveries = 0;
      if (isMuted || (!isFailing && failures < failureThreshold)) continue;
      isFailing = true;
      changes.push({ run, atMs });
    }
  }
  return { changes, failures, recoveries, isFailing, status };
}
