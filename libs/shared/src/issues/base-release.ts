import { compareReleases, isPreRelease, sortReleases } from './compare-releases.ts';
import { toPackage } from './release-version.ts';

const MOST_KNOWN = 50;

/** A release that was seen in the environments, or deployed into them. */
export interface SeenRelease {
  readonly release: string;
  readonly firstSeenMs: number;
  /** Events of the issue that name it. */
  readonly events: number;
}

export interface BaseRelease {
  /** The newest release of the packages that events of the issue name. */
  readonly release: string;
  readonly bounds: ReleaseBounds;
}

/** The next release of an issue comes after these. */
export interface ReleaseBounds {
  /** The release of each of 50 packages that most events name. Older ones are not next. */
  readonly oldest: readonly string[];
  /** At most 50 releases that are not next, although they are not older. */
  readonly known: readonly string[];
}

/**
 * Returns what the next release of an issue comes after, and undefined where none of its events
 * names a release. A pre-release counts only when the issue has it, because a final release with a
 * lower version may follow.
 */
export function findBaseRelease(seen: readonly SeenRelease[]): BaseRelease | undefined {
  const firstSeenMs = new Map(seen.map((each) => [each.release, each.firstSeenMs]));
  const events = new Map(seen.map((each) => [each.release, each.events]));
  const countOf = (release = ''): number => events.get(release) ?? 0;
  const there = seen.filter((each) => each.events > 0 || !isPreRelease(each.release));
  const sorted = sortReleases(new Set(there.map(({ release }) => release)), firstSeenMs);
  const most = new Map<string, string>();
  for (const release of sorted) {
    const isMost =
      countOf(release) > 0 && countOf(release) >= countOf(most.get(toPackage(release)));
    if (isMost) most.set(toPackage(release), release);
  }
  const bounds = new Map(
    [...most].toSorted(([, a], [, b]) => countOf(b) - countOf(a)).slice(0, MOST_KNOWN),
  );
  const release = sorted.findLast((each) => bounds.has(toPackage(each)));
  if (release === undefined) return undefined;
  const known = sorted.filter((each) => !isBefore(each, bounds.get(toPackage(each)), firstSeenMs));
  // Beyond the limit, what is older than the newest that is left out is not next, either.
  for (const each of known.slice(0, -MOST_KNOWN)) bounds.set(toPackage(each), each);
  return {
    release,
    bounds: { oldest: [...bounds.values()].slice(0, MOST_KNOWN), known: known.slice(-MOST_KNOWN) },
  };
}

/** Whether an event that names the release shows that the issue came back. */
export function isNextRelease(
  release: string,
  { oldest, known }: ReleaseBounds,
  firstSeenMs: ReadonlyMap<string, number>,
): boolean {
  if (known.includes(release)) return false;
  const own = oldest.find((each) => toPackage(each) === toPackage(release));
  // A release that has no time any more was seen before any that has one.
  return release !== own && !isBefore(release, own, new Map([[own ?? '', 0], ...firstSeenMs]));
}

function isBefore(
  release: string,
  other: string | undefined,
  firstSeenMs: ReadonlyMap<string, number>,
): boolean {
  return other !== undefined && compareReleases(release, other, firstSeenMs) < 0;
}
