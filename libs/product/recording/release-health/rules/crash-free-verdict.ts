import type { SessionSums } from './health.ts';

type Crashes = Pick<SessionSums, 'sessions' | 'crashed'>;

/** How sessions ended, as far as it decides between releases. */
export type SessionEnds = Pick<
  SessionSums,
  'sessions' | 'crashed' | 'failed' | 'failedOf' | 'unhandled'
>;

export type CrashFreeVerdict =
  /** One of the releases has fewer than `LEAST_SESSIONS`, or none. */
  | { readonly kind: 'few' }
  | { readonly kind: 'same' }
  /** `points` are percentage points with two decimals, at least 0.01. */
  | { readonly kind: 'worse' | 'better'; readonly points: number };

/** A verdict, and the share that decided it. */
export type ReleaseVerdict = CrashFreeVerdict & { readonly of: 'crashFree' | 'unhandledFree' };

export const LEAST_SESSIONS = 100;
/** Chance alone reaches this in one of 22 comparisons of equally good releases. */
const LEAST_Z = 2;

/**
 * Compares releases by their sessions without crashes. Where one of them has sessions with unhandled
 * errors, these count as well: SDKs before 11 report the same errors of browsers as crashes.
 */
export function compareReleases(own: SessionEnds, before: SessionEnds): ReleaseVerdict {
  const ofCrashes = compareCrashFree(own, before);
  const isCounted = Math.min(own.failedOf, before.failedOf) > 0;
  const ofFailures =
    isCounted && own.unhandled + before.unhandled > 0
      ? compareCrashFree(toFailures(own), toFailures(before))
      : undefined;
  const isOfCrashes = ofCrashes.kind === 'worse' && ofFailures?.kind !== 'worse';
  if (ofFailures && !isOfCrashes) return { ...ofFailures, of: 'unhandledFree' };
  return { ...ofCrashes, of: 'crashFree' };
}

function toFailures({ failed, failedOf }: SessionEnds): Crashes {
  return { sessions: failedOf, crashed: failed };
}

/**
 * Says whether a release has clearly fewer or more crash-free sessions than the one before, by a
 * z-test of two proportions.
 */
export function compareCrashFree(own: Crashes, before: Crashes): CrashFreeVerdict {
  if (Math.min(own.sessions, before.sessions) < LEAST_SESSIONS) return { kind: 'few' };
  const difference = toCrashShare(own) - toCrashShare(before);
  const isClear = difference !== 0 && Math.abs(difference) >= LEAST_Z * toDeviation(own, before);
  if (!isClear) return { kind: 'same' };
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
