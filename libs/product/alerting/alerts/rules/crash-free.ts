import { isOver, sortReleases, toPackage } from '#shared';
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
      path:
        release !== undefined && hasReleasePage(release)
          ? `/releases/${encodeURIComponent(release)}`
          : undefined,
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

interface ReleaseSum extends Pick<ReleaseSessions, 'release' | 'firstSeenMs'> {
  sessions: number;
  crashed: number;
}

/**
 * Takes the release of each package that was first seen last, among those with enough sessions in the
 * environments of the rule, and finds the one with the lowest share. A package that is under the
 * limit is judged until it is no longer. The highest version would be judged for ever if a stranger
 * made it up.
 */
export function findJudgedRelease(
  { environments, crashFree: { minSessions, withUnhandled } }: CrashFreeRule,
  found: readonly ReleaseSessions[],
  state: CrashFreeState | undefined,
): JudgedRelease | undefined {
  const sums = new Map<string, ReleaseSum>();
  for (const { release, firstSeenMs, ...each } of found) {
    if (!isAlertedEnvironment(environments, each.environment)) continue;
    const sum = sums.get(release) ?? { release, firstSeenMs, sessions: 0, crashed: 0 };
    sum.sessions += withUnhandled ? each.failedOf : each.sessions;
    sum.crashed += withUnhandled ? each.failed : each.crashed;
    sums.set(release, sum);
  }
  const enough = [...sums.values()].filter(({ sessions }) => sessions >= minSessions);
  const times = new Map(enough.map(({ release, firstSeenMs }) => [release, firstSeenMs]));
  const byTime = sortReleases(times.keys(), times).toSorted(
    (a, b) => times.get(a)! - times.get(b)!,
  );
  const newest = new Map(byTime.map((release) => [toPackage(release), release]));
  const fallen = state?.isUnder ? newest.get(toPackage(state.release)) : undefined;
  const [worst] = enough
    .filter(({ release }) => (fallen ?? newest.get(toPackage(release))) === release)
    .toSorted(
      (a, b) => b.crashed / b.sessions - a.crashed / a.sessions || (a.release < b.release ? -1 : 1),
    );
  return worst && { release: worst.release, sessions: worst.sessions, crashed: worst.crashed };
}

/**
 * Returns the reason for an alert: the release fell under the limit, or the judged release of the
 * package that fell is no longer under it. Two falls of a rule are at least its pause apart, so a
 * share around the limit raises few alerts.
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
  const figures = { percent, hours, sessions, crashed, withUnhandled: withUnhandled || undefined };
  const reason = { kind: 'crashFree', isUnder, ...figures } as const;
  if (isUnder) return isPaused || (wasUnder && isSame) ? undefined : reason;
  if (!wasUnder || toPackage(release) !== toPackage(state.release)) return undefined;
  return isSame ? reason : { ...reason, fellBefore: state.release };
}

/** Compares whole numbers, because 100 * (1 - 3 / 1000) is not exactly 99.7. */
function isUnderPercent({ sessions, crashed }: SessionNumbers, percent: number): boolean {
  return crashed * 10_000 > sessions * (10_000 - Math.round(percent * 100));
}
