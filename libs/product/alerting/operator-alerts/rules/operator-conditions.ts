import * as operatorLimits from './operator-limits.ts';

/** The database stores these names, so they never change. */
export const operatorConditionNames = [
  'behind',
  'disk',
  'budget',
  'limit',
  'upstream',
  'dsn',
] as const;
export type OperatorConditionName = (typeof operatorConditionNames)[number];

export interface OperatorConditionKind {
  readonly title: string;
  readonly when: string;
  /** Says in an alert what operators can do. */
  readonly advice: string;
  /** True for a normal state of Errata, which needs no daily reminder. */
  readonly isTolerable?: boolean;
  readonly calmMs: number;
}

const MINUTE_MS = 60_000;

export const operatorConditions: Readonly<Record<OperatorConditionName, OperatorConditionKind>> = {
  behind: {
    title: 'Reports are behind',
    when: `A report has waited for ${operatorLimits.behindMs / MINUTE_MS} minutes to be processed.`,
    advice:
      'Reports are safe in the spool meanwhile. Check on the operation page whether the database answers, and whether more reports arrive than this machine can process.',
    calmMs: operatorLimits.alertEndsAfterMs,
  },
  disk: {
    title: 'The disk fills up',
    when: `The disk of DATA_DIR is ${operatorLimits.fullShare} % full. Another alert follows at ${operatorLimits.fullerShare} %, or when reports are refused.`,
    advice:
      'Make room, or give DATA_DIR a larger disk. Errata refuses reports before the disk is full. The operation page and `errata usage` show what takes room.',
    calmMs: operatorLimits.alertEndsAfterMs,
  },
  budget: {
    title: 'The storage budget fills up',
    when: `${operatorLimits.fullShare} % of the storage budget is used. Another alert follows at ${operatorLimits.fullerShare} %, where Errata begins to make room. This alert is not repeated each day.`,
    isTolerable: true,
    advice:
      'From 90 % on, Errata thins the oldest events to keep new ones. For a longer history raise STORAGE_BUDGET_BYTES, or shorten the retention of noisy projects.',
    calmMs: operatorLimits.alertEndsAfterMs,
  },
  limit: {
    title: 'Reports are refused',
    when: 'Events are refused, or only counted, because of a rate, the storage budget or the room for reports.',
    advice:
      'Check what these projects send. Their settings have filters and rates of keys. STORAGE_BUDGET_BYTES sets the storage budget.',
    calmMs: operatorLimits.calmOfRefusalsMs,
  },
  upstream: {
    title: 'An upstream accepts no reports',
    when: `A report has waited for ${operatorLimits.upstreamMs / MINUTE_MS} minutes to be forwarded, because its upstream does not answer or accept it.`,
    advice:
      'Reports wait as long as there is room, and are sent once the upstream accepts them. Check whether the upstream runs and accepts the DSN.',
    calmMs: operatorLimits.alertEndsAfterMs,
  },
  dsn: {
    title: 'Reports come with a wrong DSN',
    when: `${operatorLimits.wrongDsns} requests in ${operatorLimits.windowMs / MINUTE_MS} minutes named a key that is unknown or disabled.`,
    advice:
      'An application has an old or mistyped DSN: its errors are lost until you correct the DSN. The operation page lists the senders.',
    calmMs: operatorLimits.calmOfRefusalsMs,
  },
};

/** A condition that operators were alerted about and that is not over yet. */
export interface StandingCondition {
  readonly name: OperatorConditionName;
  /** Spool id of the relay concerned; empty for the whole installation. */
  readonly scope: string;
  /** 2 is worse than 1. */
  readonly level: 1 | 2;
  readonly sinceMs: number;
  readonly toldAtMs: number;
  /** Time since which the condition is absent; set only until the condition is over. */
  readonly clearSinceMs?: number;
}

export interface SeenCondition {
  readonly name: OperatorConditionName;
  readonly scope: string;
  readonly level: 0 | 1 | 2;
  /** True when the value is still so close to the threshold that the condition must not end. */
  readonly isNear?: boolean;
  /**
   * Start of the condition; absent when unknown. The condition then starts with its first
   * observation.
   */
  readonly sinceMs?: number;
  readonly facts: readonly string[];
  /** Replaces what the alert advises by default. */
  readonly advice?: string;
  /** Replaces the title of the alert. */
  readonly title?: string;
}

export type ConditionNews = 'began' | 'worse' | 'lasts' | 'over';

/**
 * Decides whether a condition continues or ends, and whether operators are alerted. Operators are
 * alerted when the condition begins, when it gets worse, once a day while it lasts, and when it is
 * over.
 *
 * A condition is over only after it was absent for `calmMs`. This prevents a series of alerts when
 * a value moves around its threshold.
 */
export function judgeCondition(
  standing: StandingCondition | undefined,
  seen: SeenCondition,
  nowMs: number,
): { readonly standing: StandingCondition | undefined; readonly news?: ConditionNews } {
  const { name, scope, level, isNear = false } = seen;
  if (!standing) {
    if (level === 0) return { standing };
    const sinceMs = Math.min(seen.sinceMs ?? nowMs, nowMs);
    return { standing: { name, scope, level, sinceMs, toldAtMs: nowMs }, news: 'began' };
  }
  const { clearSinceMs = nowMs, ...lasting } = standing;
  if (level === 0 && !isNear) {
    const isOver = nowMs - clearSinceMs >= operatorConditions[name].calmMs;
    if (isOver) return { standing: undefined, news: 'over' };
    return { standing: { ...lasting, clearSinceMs } };
  }
  if (level > standing.level) {
    return { standing: { ...lasting, level: 2, toldAtMs: nowMs }, news: 'worse' };
  }
  const isDue = nowMs - standing.toldAtMs >= operatorLimits.reminderMs;
  if (!isDue || operatorConditions[name].isTolerable) return { standing: lasting };
  return { standing: { ...lasting, toldAtMs: nowMs }, news: 'lasts' };
}

/** Times in the future count as now, because the clock was set back since they were stored. */
export function withoutFuture(standing: StandingCondition, nowMs: number): StandingCondition {
  const { sinceMs, toldAtMs, clearSinceMs } = standing;
  return {
    ...standing,
    sinceMs: Math.min(sinceMs, nowMs),
    toldAtMs: Math.min(toldAtMs, nowMs),
    ...(clearSinceMs === undefined ? {} : { clearSinceMs: Math.min(clearSinceMs, nowMs) }),
  };
}
