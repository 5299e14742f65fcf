import { isAlertedEnvironment } from './alert-rule.ts';
import type { AlertRule, AlertThreshold, FiringReason } from './alert-rule.ts';
import { judgeCrashFree, SessionSums } from './crash-free.ts';
import type { CrashFreeRule, CrashFreeState, ReleaseSessions } from './crash-free.ts';
import { planFiring } from './rule-pause.ts';
import type { FiringTimes } from './rule-pause.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** Findings of an hour that reaches a threshold all the time. No pause is shorter than their steps. */
const MOST_PER_HOUR = 12;

/** How many alerts a rule would have raised: `about`, and from `least` to `most`. */
export interface Estimate {
  readonly about: number;
  readonly least: number;
  readonly most: number;
  /** Set when there was more than is counted. */
  readonly isAtLeast?: boolean;
}

/** A moment at which a rule finds a reason to fire. `issueId` 0 stands for the whole project. */
export interface ForecastFinding {
  readonly issueId: number;
  readonly atMs: number;
}

export interface CountedBucket extends ForecastFinding {
  readonly events: number;
}

/** Counts the alerts of findings, which the rule's pause joins. Findings may come in any order. */
export function countAlerts(
  rule: Pick<AlertRule, 'pauseMinutes'>,
  reason: FiringReason,
  findings: readonly ForecastFinding[],
): number {
  const latest = new Map<number, FiringTimes>();
  let alerts = 0;
  for (const { issueId, atMs } of findings.toSorted((a, b) => a.atMs - b.atMs)) {
    const dueMs = planFiring(latest.get(issueId), { rule, reason, atMs });
    if (dueMs === undefined) continue;
    alerts += 1;
    latest.set(issueId, { atMs, dueMs });
  }
  return alerts;
}

/**
 * Estimates the alerts of a threshold from events by hour, exactly for the hours from
 * `minutesFromMs` on, whose minutes are known. Other hours do not say how close together their
 * events came: at least evenly, at most in bursts, which are taken to be as frequent as in hours
 * with known minutes.
 */
export function forecastThreshold(
  rule: Pick<AlertRule, 'pauseMinutes'>,
  threshold: AlertThreshold,
  buckets: {
    readonly hours: readonly CountedBucket[];
    readonly minutes: readonly CountedBucket[];
    readonly minutesFromMs: number;
  },
): Estimate {
  const count = (found: readonly ForecastFinding[]): number =>
    countAlerts(rule, { kind: 'events', ...threshold }, found);
  const bound = (some: readonly CountedBucket[]) => {
    const least = count(some.flatMap((hour) => (isSteady(hour, threshold) ? spread(hour) : [])));
    const most = count(listBursts(some, threshold));
    return { least, most: Math.max(least, most) };
  };
  const isKnown = ({ atMs }: CountedBucket): boolean => atMs >= buckets.minutesFromMs;
  const known = bound(buckets.hours.filter(isKnown));
  const other = bound(buckets.hours.filter((hour) => !isKnown(hour)));
  const exact = count(listReached(buckets.minutes, threshold));
  const bursts = (exact - known.least) / (known.most - known.least);
  const share = known.most > known.least ? Math.min(1, Math.max(0, bursts)) : 0.5;
  const about = exact + other.least + share * (other.most - other.least);
  return { about, least: exact + other.least, most: exact + other.most };
}

function isSteady({ events }: CountedBucket, { count, minutes }: AlertThreshold): boolean {
  return (events * minutes) / 60 >= count;
}

/** Fits in as many bursts as an hour and what is left of the hour before have events for. */
function listBursts(hours: readonly CountedBucket[], { count }: AlertThreshold): ForecastFinding[] {
  let last: CountedBucket | undefined;
  let left = 0;
  return hours
    .toSorted((a, b) => a.issueId - b.issueId || a.atMs - b.atMs)
    .flatMap((hour) => {
      const isNext = last?.issueId === hour.issueId && hour.atMs - last.atMs <= HOUR_MS;
      const events = hour.events + (isNext ? left : 0);
      left = Math.min(hour.events, events % count);
      last = hour;
      return spread(hour, events / count);
    });
}

/** Spreads findings evenly over an hour. */
function spread({ issueId, atMs }: CountedBucket, wanted = MOST_PER_HOUR): ForecastFinding[] {
  const length = Math.min(MOST_PER_HOUR, Math.floor(wanted));
  const stepMs = HOUR_MS / length;
  return Array.from({ length }, (_, index) => ({ issueId, atMs: atMs + (index + 0.5) * stepMs }));
}

/** Lists the minutes in which the events of the last minutes reach the threshold. */
function listReached(
  buckets: readonly CountedBucket[],
  { count, minutes }: AlertThreshold,
): ForecastFinding[] {
  const sorted = buckets.toSorted((a, b) => a.issueId - b.issueId || a.atMs - b.atMs);
  let first = 0;
  let sum = 0;
  return sorted.filter(({ issueId, atMs, events }) => {
    const isOut = (bucket: CountedBucket): boolean =>
      bucket.issueId !== issueId || bucket.atMs <= atMs - minutes * MINUTE_MS;
    for (; isOut(sorted[first]!); first += 1) sum -= sorted[first]!.events;
    sum += events;
    return sum >= count;
  });
}

/**
 * Counts the falls and recoveries since `sinceMs`, judged at the end of each hour. Sessions from
 * before show whether a release was under the limit already.
 */
export function forecastCrashFree(
  rule: CrashFreeRule,
  sessions: readonly (ReleaseSessions & { readonly startsAtMs: number })[],
  { sinceMs, nowMs }: { readonly sinceMs: number; readonly nowMs: number },
): number {
  const heard = sessions
    .filter(({ environment: name }) => isAlertedEnvironment(rule.environments, name))
    .toSorted((a, b) => a.startsAtMs - b.startsAtMs);
  const atMsOf = (index: number): number => heard[index]?.startsAtMs ?? Infinity;
  const sums = new SessionSums(rule.crashFree);
  let [first, next] = [0, 0];
  let alerts = 0;
  let state: CrashFreeState | undefined;
  for (let hourMs = atMsOf(0); hourMs <= nowMs; hourMs += HOUR_MS) {
    const fromMs = hourMs - rule.crashFree.hours * HOUR_MS;
    for (; atMsOf(next) <= hourMs; next += 1) sums.add(heard[next]!);
    for (; atMsOf(first) < fromMs; first += 1) sums.add(heard[first]!, -1);
    const judged = sums.findNewest();
    const atMs = Math.min(nowMs, hourMs + HOUR_MS - 1);
    const reason = judged && judgeCrashFree(rule, judged, { state, nowMs: atMs });
    if (!reason) continue;
    const fellAtMs = reason.isUnder || !state ? atMs : state.fellAtMs;
    state = { isUnder: reason.isUnder, release: judged.release, fellAtMs };
    if (atMs >= sinceMs) alerts += 1;
  }
  return alerts;
}
