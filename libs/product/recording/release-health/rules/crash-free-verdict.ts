import type { SessionSums } from './health.ts';

type Crashes = Pick<SessionSums, 'sessions' | 'crashed'>;

export type CrashFreeVerdict =
  | { readonly kind: 'unclear' }
  /** `points` are percentage points with two decimals, at least 0.01. */
  | { readonly kind: 'worse' | 'better'; readonly points: number };

const LEAST_SESSIONS = 100;
/** Chance alone reaches this in one of 22 comparisons of equally good releases. */
const LEAST_Z = 2;

/**
 * Says whether a release has clearly fewer or more crash-free sessions than the one before, by a
 * z-test of two proportions. Returns undefined when one of them has no sessions.
 */
export function compareCrashFree(own: Crashes, before: Crashes): CrashFreeVerdict | undefined {
  const sessions = Math.min(own.sessions, before.sessions);
  if (sessions === 0) return undefined;
  const difference = toCrashShare(own) - toCrashShare(before);
  const isClear = difference !== 0 && Math.abs(difference) >= LEAST_Z * toDeviation(own, before);
  if (!isClear || sessions < LEAST_SESSIONS) return { kind: 'unclear' };
  return {
    kind: difference > 0 ? 'worse' : 'better',
    points: Math.max(1, Math.round(Math.abs(difference) * 10_000)) / 100,
  };
}

/** Returns the standard deviation of the difference of two releases that crash equally often. */
function toDeviation(own: Crashes, before: Crashes): number {
  const share = (countCrashed(own) + countCrashed(before)) / (own.sessions + before.sessions);
  return Math.sqrt(share * (1 - share) * (1 / own.sessions + 1 / before.sessions));
}

function toCrashShare(each: Crashes): number {
  return countCrashed(each) / each.sessions;
}

/** Counts no more crashes than sessions, because a crash may arrive before its session. */
function countCrashed({ sessions, crashed }: Crashes): number {
  return Math.min(sessions, crashed);
}
