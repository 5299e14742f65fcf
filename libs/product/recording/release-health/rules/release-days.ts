import { compareReleases, LEAST_SESSIONS } from './crash-free-verdict.ts';
import type { SessionEnds, ReleaseVerdict } from './crash-free-verdict.ts';
import { toShareWithout } from './health.ts';

const DAY_MS = 86_400_000;
const DRAWN_DAYS = 14;
/** Lines of equally good releases would otherwise look as if they differed. */
const LEAST_RANGE = 0.01;

/** How the sessions of a release ended that began on a day of UTC. */
export interface ReleaseDay extends SessionEnds {
  readonly startsAtMs: number;
}

export interface Period {
  readonly sinceMs: number;
  readonly beforeMs: number;
}

/** Covers yesterday and today in UTC. */
export function sinceYesterday(nowMs: number): Period {
  const todayMs = Math.floor(nowMs / DAY_MS) * DAY_MS;
  return { sinceMs: todayMs - DAY_MS, beforeMs: todayMs + DAY_MS };
}

/** Covers the day before, the day and the day after in UTC. */
export function daysAround(atMs: number): Period {
  const startMs = Math.floor(atMs / DAY_MS) * DAY_MS;
  return { sinceMs: startMs - DAY_MS, beforeMs: startMs + 2 * DAY_MS };
}

/**
 * Returns the wanted period, or all days when the wanted one has too few sessions to compare. A
 * release that has been replaced, or is compared with a distant one, is judged by all its days.
 */
export function choosePeriod(days: readonly ReleaseDay[], wanted: Period): Period {
  if (sumDays(days, wanted).sessions >= LEAST_SESSIONS) return wanted;
  const starts = days.filter(({ sessions }) => sessions > 0).map(({ startsAtMs }) => startsAtMs);
  if (starts.length === 0) return wanted;
  return { sinceMs: Math.min(...starts), beforeMs: Math.max(...starts) + DAY_MS };
}

export function sumDays(days: readonly ReleaseDay[], { sinceMs, beforeMs }: Period): SessionEnds {
  const own = days.filter(({ startsAtMs }) => startsAtMs >= sinceMs && startsAtMs < beforeMs);
  const add = (name: keyof SessionEnds): number => own.reduce((sum, day) => sum + day[name], 0);
  return {
    sessions: add('sessions'),
    crashed: add('crashed'),
    failed: add('failed'),
    failedOf: add('failedOf'),
    unhandled: add('unhandled'),
  };
}

/** Returns the crash-free share of each of the last 14 days, undefined without sessions. */
export function listCrashFree(
  days: readonly ReleaseDay[],
  nowMs: number,
): readonly (number | undefined)[] {
  const firstMs = Math.floor(nowMs / DAY_MS) * DAY_MS - (DRAWN_DAYS - 1) * DAY_MS;
  return Array.from({ length: DRAWN_DAYS }, (_, at) => {
    const sinceMs = firstMs + at * DAY_MS;
    const { crashed, sessions } = sumDays(days, { sinceMs, beforeMs: sinceMs + DAY_MS });
    return toShareWithout(crashed, sessions);
  });
}

/**
 * Returns the least share that the lines of a page show, so that the same height means the same
 * share in all rows. A day of few sessions does not decide, unless no other day has more.
 */
export function findLeastShare(days: readonly ReleaseDay[], nowMs: number): number {
  const many = days.filter(({ sessions }) => sessions >= LEAST_SESSIONS);
  const shares = (many.length > 0 ? many : days).flatMap((day) => listCrashFree([day], nowMs));
  return Math.min(1 - LEAST_RANGE, ...shares.filter((share) => share !== undefined));
}

/**
 * Compares a release with another one, usually the one before it. Its own sessions are those since
 * yesterday. Sessions of the other one are from the days when the release came, because nobody may
 * use the other one any more.
 */
export function judgeRelease(
  own: readonly ReleaseDay[],
  other: readonly ReleaseDay[],
  { firstSeenMs, nowMs }: { readonly firstSeenMs: number; readonly nowMs: number },
): ReleaseVerdict {
  const ownPeriod = choosePeriod(own, sinceYesterday(nowMs));
  const otherPeriod = choosePeriod(other, daysAround(firstSeenMs));
  return compareReleases(sumDays(own, ownPeriod), sumDays(other, otherPeriod));
}
