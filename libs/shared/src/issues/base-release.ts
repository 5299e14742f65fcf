import { compareReleases, isPreRelease } from './compare-releases.ts';

export interface SeenRelease {
  readonly release: string;
  readonly firstSeenMs: number;
  readonly hasIssue: boolean;
}

/**
 * Returns the release whose successor is the issue's next release: the newest one seen in the
 * issue's environments. A pre-release counts only when the issue was seen in it, because the next
 * release may be an older version than that.
 */
export function findBaseRelease<Seen extends SeenRelease>(seen: readonly Seen[]): Seen | undefined {
  const firstSeenMs = new Map(seen.map((each) => [each.release, each.firstSeenMs]));
  const [first, ...others] = seen.filter(
    ({ release, hasIssue }) => hasIssue || !isPreRelease(release),
  );
  return others.reduce(
    (best, each) =>
      best && compareReleases(each.release, best.release, firstSeenMs) > 0 ? each : best,
    first,
  );
}
