import { compareReleases, isPreRelease } from './compare-releases.ts';

export interface SeenRelease {
  readonly release: string;
  readonly firstSeenMs: number;
  readonly hasIssue: boolean;
}

/**
 * Returns the newest release that was seen in the issue's environments. An issue that is resolved
 * "in the next release" regresses only in newer releases. A pre-release counts only when it has the
 * issue, because a final release with a lower version may follow.
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
