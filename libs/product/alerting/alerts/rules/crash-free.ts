import { isOver } from '#shared';
import { formatShare, hasReleasePage } from '#product/recording/release-health/rules';
import type { AlertKind } from './alert-kind.ts';
import { isAlertedEnvironment } from './alert-rule.ts';
import type { AlertRule, CrashFreeLimit, CrashFreeReason, SessionNumbers } from './alert-rule.ts';
import { toPauseMs } from './rule-pause.ts';

export const crashFreeKind: AlertKind<CrashFreeReason> = {
  rank: 2,
  choice: 'ofProjects',
  words(reason) {
    const { isUnder, percent, fellBefore } = reason;
    const share = `${toShareText(reason)} ${toSoundSessions(reason)}`;
    if (isUnder) return `${share}, under ${percent} %`;
    if (fellBefore === undefined) return `${share}, no longer under ${percent} %`;
    return `${share}, not under ${percent} %; ${fellBefore} had fallen`;
  },
  trigger({ crashFree: limit }) {
    if (!limit) return undefined;
    const sessions = `${toSoundSessions(limit)} in ${toHoursText(limit.hours)}`;
    const words = `the newest release has under ${limit.percent} % ${sessions}`;
    return { of: 'sessions', words };
  },
  /** Says only the rest, because the title of the message says the share. */
  incident({ ruleId, release, reason }) {
    const { isUnder, fellBefore } = reason;
    const others =
      fellBefore === undefined ? [] : [`${release} is judged now, and not ${fellBefore}.`];
    return {
      id: `crash-free-${ruleId}`,
      level: isUnder ? 'error' : 'ok',
      lines: [`${toSessionsText(reason, reason)}.`, ...others],
      ...(release !== undefined && hasReleasePage(release)
        ? { path: `/releases/${encodeURIComponent(release)}` }
        : {}),
    };
  },
};

/** Names the sessions that are well: `crash-free sessions`. */
export function toSoundSessions({ withUnhandled }: Pick<CrashFreeLimit, 'withUnhandled'>): string {
  return withUnhandled ? 'sessions without unhandled errors' : 'crash-free sessions';
}

export function toShareText({ sessions, crashed }: SessionNumbers): string {
  return formatShare(1 - crashed / sessions);
}

/** Formats the numbers behind the share: `22 of 1,250 sessions crashed in 24 hours`. */
export function toSessionsText(
  { sessions, crashed }: SessionNumbers,
  { hours, withUnhandled }: Pick<CrashFreeLimit, 'hours' | 'withUnhandled'>,
): string {
  const [some, all] = [crashed, sessions].map((count) => count.toLocaleString('en-US'));
  const what = withUnhandled ? 'crashed or had an unhandled error' : 'crashed';
  return `${some} of ${all} ${sessions === 1 ? 'session' : 'sessions'} ${what} in ${toHoursText(hours)}`;
}

function toHoursText(hours: number): string {
  return hours === 1 ? 'an hour' : `${hours} hours`;
}

/** Sessions of one release in one environment. */
export interface ReleaseSessions extends SessionNumbers {
  readonly release: string;
  readonly environment: string | undefined;
  readonly firstSeenMs: number;
  readonly failed: number;
  /** Sessions of the hours that say how many failed. */
  readonly failedOf: number;
}

export interface JudgedRelease extends SessionNumbers {
  readonly release: string;
}

/** The last alert of a rule about crash-free sessions. */
export interface CrashFreeState {
  readonly isUnder: boolean;
  readonly release: string;
  /** Time of the last alert that a release fell under the limit. */
  readonly fellAtMs: number;
}

export type CrashFreeRule = Pick<AlertRule, 'environments' | 'pauseMinutes'> & {
  readonly crashFree: CrashFreeLimit;
};

export function hasCrashFree<Rule extends Pick<AlertRule, 'crashFree'>>(
  rule: Rule,
): rule is Rule & { readonly crashFree: CrashFreeLimit } {
  return rule.crashFree !== undefined;
}

/** Finds the newest release that has enough sessions in the environments of the rule. */
export function findJudgedRelease(
  rule: CrashFreeRule,
  found: readonly ReleaseSessions[],
): JudgedRelease | undefined {
  const sums = new SessionSums(rule.crashFree);
  for (const each of found) {
    if (isAlertedEnvironment(rule.environments, each.environment)) sums.add(each);
  }
  return sums.findNewest();
}

interface ReleaseSum extends Pick<ReleaseSessions, 'release' | 'firstSeenMs'> {
  sessions: number;
  crashed: number;
}

/** The sessions of a window by release. */
export class SessionSums {
  readonly #sums = new Map<string, ReleaseSum>();
  readonly #limit: CrashFreeLimit;

  constructor(limit: CrashFreeLimit) {
    this.#limit = limit;
  }

  /** Adds the sessions, or takes away those that were added before when `sign` is -1. */
  add(each: ReleaseSessions, sign: 1 | -1 = 1): void {
    const { release, firstSeenMs } = each;
    const { withUnhandled } = this.#limit;
    const sum = this.#sums.get(release) ?? { release, firstSeenMs, sessions: 0, crashed: 0 };
    sum.sessions += sign * (withUnhandled ? each.failedOf : each.sessions);
    sum.crashed += sign * (withUnhandled ? each.failed : each.crashed);
    this.#sums.set(release, sum);
  }

  /**
   * Finds the newest release that has enough sessions. Among releases of the same time takes the
   * last by name, as the list of releases does.
   */
  findNewest(): JudgedRelease | undefined {
    const [newest] = [...this.#sums.values()]
      .filter(({ sessions }) => sessions >= this.#limit.minSessions)
      .toSorted((a, b) => b.firstSeenMs - a.firstSeenMs || (a.release < b.release ? 1 : -1));
    return (
      newest && { release: newest.release, sessions: newest.sessions, crashed: newest.crashed }
    );
  }
}

/**
 * Returns the reason for an alert: the release fell under the limit, or the judged release is no
 * longer under it. Two falls of a rule are at least its pause apart, so a share around the limit
 * raises few alerts.
 */
export function judgeCrashFree(
  rule: CrashFreeRule,
  { release, sessions, crashed }: JudgedRelease,
  { state, nowMs }: { readonly state: CrashFreeState | undefined; readonly nowMs: number },
): CrashFreeReason | undefined {
  const { percent, hours, withUnhandled } = rule.crashFree;
  const isUnder = isUnderPercent({ sessions, crashed }, percent);
  const wasUnder = state?.isUnder === true;
  const pauseMs = toPauseMs(rule);
  const isPaused = state !== undefined && !isOver(state.fellAtMs + pauseMs, nowMs, pauseMs);
  const isSame = state?.release === release;
  const figures = { percent, hours, sessions, crashed, ...(withUnhandled && { withUnhandled }) };
  const reason = { kind: 'crashFree', isUnder, ...figures } as const;
  if (isUnder) return isPaused || (wasUnder && isSame) ? undefined : reason;
  if (!wasUnder) return undefined;
  return isSame ? reason : { ...reason, fellBefore: state.release };
}

/** Compares whole numbers, because 100 * (1 - 3 / 1000) is not exactly 99.7. */
function isUnderPercent({ sessions, crashed }: SessionNumbers, percent: number): boolean {
  return crashed * 10_000 > sessions * (10_000 - Math.round(percent * 100));
}
