import { compareReleases, isPreRelease } from './compare-releases.ts';

/** A release that a project has seen. */
export interface SeenRelease {
  readonly release: string;
  /** When the project first saw it. */
  readonly firstSeenMs: number;
  /** Whether an issue was seen in it. */
  readonly wasMet: boolean;
}

/**
 * The release after which comes the next one, for an issue: the newest of those that were seen in the environments. A
 * pre-release counts only where the issue was seen in it: the next release may well be an older version than that.
 */
export function findBaseRelease<Seen extends SeenRelease>(seen: readonly Seen[]): Seen | undefined {
  const firstSeenMs = new Map(seen.map((each) => [each.release, each.firstSeenMs]));
  const [first, ...others] = seen.filter(({ release, wasMet }) => wasMet || !isPreRelease(release));
  return others.reduce(
    (best, each) =>
      best && compareReleases(each.release, best.release, firstSeenMs) > 0 ? each : best,
    first,
  );
}
