import { compareParts, compareTails, parseVersion, toPackage } from './release-version.ts';
import type { ReleaseVersion } from './release-version.ts';

type Times = ReadonlyMap<string, number>;

/**
 * Returns a negative number when release `a` is older than `b`, a positive one when it is newer,
 * and 0 when both are equally old.
 *
 * Versions decide, whatever their packages, where their numbers differ or both tails are known.
 * Otherwise the release that was first seen earlier is older. A release that was never seen is newer
 * than every release that was seen.
 */
export function compareReleases(a: string, b: string, firstSeenMs: Times): number {
  if (a === b) return 0;
  return compareVersions(parseVersion(a), parseVersion(b)) || compareTimes(a, b, firstSeenMs);
}

/**
 * Returns releases in the order of `compareReleases`, the oldest first. Where two of three are compared
 * by version and two by time, that order may be a circle: names that go by time then stand where
 * all releases before them, and no release after them, had been seen by their time.
 */
export function sortReleases(releases: Iterable<string>, firstSeenMs: Times): string[] {
  const seen = [...releases]
    .toSorted((a, b) => compareTimes(a, b, firstSeenMs) || Number(a > b) - Number(a < b))
    .map((name) => ({
      name,
      version: parseVersion(name),
      atMs: firstSeenMs.get(name) ?? Infinity,
    }));
  const others = seen.filter(({ version }) => !version);
  const byNumbers = new Map<string, typeof seen>();
  for (const each of seen) {
    const numbers = each.version?.numbers.join('.');
    if (numbers === undefined) continue;
    const group = byNumbers.get(numbers) ?? [];
    group.push(each);
    byNumbers.set(numbers, group);
  }
  const ordered = [...byNumbers.values()].toSorted(([a], [b]) =>
    compareVersions(a?.version, b?.version),
  );
  const versions = ordered.flatMap((group) => {
    const known = group.filter(({ version }) => version?.tail);
    return placeByTime(
      known.toSorted((a, b) => compareVersions(a.version, b.version)),
      group.filter(({ version }) => !version?.tail),
    );
  });
  return placeByTime(versions, others).map(({ name }) => name);
}

/** Recognises two names of one version of a package, such as `1.4` and `web@1.4.0`. */
export function isSameVersion(a: string, b: string): boolean {
  const [packageA, packageB] = [toPackage(a), toPackage(b)];
  if (packageA !== packageB && packageA !== '' && packageB !== '') return false;
  const [versionA, versionB] = [parseVersion(a), parseVersion(b)];
  return !!versionA?.tail && !!versionB?.tail && compareVersions(versionA, versionB) === 0;
}

/** Recognises a release that comes before the one of its numbers. */
export function isPreRelease(release: string): boolean {
  return parseVersion(release)?.tail?.pre !== undefined;
}

function compareVersions(a: ReleaseVersion | undefined, b: ReleaseVersion | undefined): number {
  if (!a || !b) return 0;
  const byNumbers = compareParts(a.numbers, b.numbers);
  return byNumbers !== 0 || !a.tail || !b.tail ? byNumbers : compareTails(a.tail, b.tail);
}

function compareTimes(a: string, b: string, firstSeenMs: Times): number {
  const [seenA, seenB] = [firstSeenMs.get(a) ?? Infinity, firstSeenMs.get(b) ?? Infinity];
  return seenA === seenB ? 0 : seenA - seenB;
}

/** Keeps the order of `ordered`. */
function placeByTime<Seen extends { readonly atMs: number }>(
  ordered: readonly Seen[],
  others: readonly Seen[],
): Seen[] {
  if (others.length === 0) return [...ordered];
  let latestMs = -Infinity;
  const placed = ordered.map((seen) => ({
    seen,
    atMs: (latestMs = Math.max(latestMs, seen.atMs)),
  }));
  return [...placed, ...others.map((seen) => ({ seen, atMs: seen.atMs }))]
    .toSorted((a, b) => (a.atMs === b.atMs ? 0 : a.atMs - b.atMs))
    .map(({ seen }) => seen);
}
