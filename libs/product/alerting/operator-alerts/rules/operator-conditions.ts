import { operatorLimits } from '#shared';

/** What those who run Errata are told by Errata itself. The names are stored. */
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
  /** What it is called. */
  readonly title: string;
  /** From when on it is told. */
  readonly when: string;
  /** Where it is part of how Errata works, it is told once and not each day. */
  readonly isTolerable?: boolean;
  /** For how long it has to be gone before it is over. */
  readonly calmMs: number;
}

const MINUTE_MS = 60_000;

export const operatorConditions: Readonly<Record<OperatorConditionName, OperatorConditionKind>> = {
  behind: {
    title: 'Reports are behind',
    when: `A report has waited for ${operatorLimits.behindMs / MINUTE_MS} minutes to be processed.`,
    calmMs: operatorLimits.calmMs,
  },
  disk: {
    title: 'The disk fills up',
    when: `The disk of DATA_DIR is ${operatorLimits.fullShare} % full. Another alert follows at ${operatorLimits.fullerShare} %.`,
    calmMs: operatorLimits.calmMs,
  },
  budget: {
    title: 'The storage budget fills up',
    when: `${operatorLimits.fullShare} % of the storage budget is used. Another alert follows at ${operatorLimits.fullerShare} %, where Errata begins to make room. This alert is not repeated each day.`,
    isTolerable: true,
    calmMs: operatorLimits.calmMs,
  },
  limit: {
    title: 'A limit refuses events',
    when: 'Events are refused, or only counted, because of a rate, the storage budget or the room for reports.',
    calmMs: operatorLimits.calmOfRefusalsMs,
  },
  upstream: {
    title: 'An upstream accepts no reports',
    when: `A report has waited for ${operatorLimits.upstreamMs / MINUTE_MS} minutes to be forwarded, because its upstream does not answer or accept it.`,
    calmMs: operatorLimits.calmMs,
  },
  dsn: {
    title: 'Reports come with a wrong DSN',
    when: `${operatorLimits.wrongDsns} requests in ${operatorLimits.windowMs / MINUTE_MS} minutes named a key that is unknown or disabled.`,
    calmMs: operatorLimits.calmOfRefusalsMs,
  },
};

/** A condition of which people were told, and that is not over. */
export interface StandingCondition {
  readonly name: OperatorConditionName;
  /** The spool of the relay that it is about; empty where it is about the whole installation. */
  readonly scope: string;
  /** 2: it is worse than when it began. */
  readonly level: 1 | 2;
  readonly sinceMs: number;
  /** When people were told last. */
  readonly toldAtMs: number;
  /** Since when it is gone, while it may still come back. */
  readonly clearSinceMs?: number;
}

/** How a condition is now. */
export interface SeenCondition {
  readonly name: OperatorConditionName;
  readonly scope: string;
  /** 0: it does not hold. */
  readonly level: 0 | 1 | 2;
  /** It does not hold, and is too near to be over. */
  readonly isNear?: boolean;
  /** Since when, where that is known. */
  readonly sinceMs?: number;
  /** Sentences with the numbers of now. */
  readonly facts: readonly string[];
}

/** Why people are told of a condition. */
export type ConditionNews = 'began' | 'worse' | 'lasts' | 'over';

/**
 * What becomes of a condition, and whether people are told. It is told when it begins, when it gets worse, once a day while it
 * lasts, and when it is over. It is over once it was gone for a while, so that nothing flaps.
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
