/** `name@1.2.3-rc.1+build`, the name left out or not; as SDKs make them, a `v` before the numbers too. */
const SEMVER =
  /^(?:(?<name>.+)@)?v?(?<core>(?:0|[1-9]\d*)(?:\.(?:0|[1-9]\d*)){2})(?:-(?<pre>[\dA-Za-z-]+(?:\.[\dA-Za-z-]+)*))?(?:\+[\dA-Za-z.-]+)?$/;
const DIGITS = /^\d+$/;

/**
 * Negative when release `a` is older than `b`, positive when newer, 0 when they are as old. By their
 * versions when both have one of the same package; else, and between two builds of one version, by
 * when each was first seen. One that was never seen is newer than any that was.
 */
export function compareReleases(
  a: string,
  b: string,
  firstSeenMs: ReadonlyMap<string, number>,
): number {
  if (a === b) return 0;
  const byVersion = compareVersions(a, b);
  if (byVersion !== 0) return byVersion;
  const [seenA, seenB] = [firstSeenMs.get(a) ?? Infinity, firstSeenMs.get(b) ?? Infinity];
  return seenA === seenB ? 0 : seenA - seenB;
}

/** Whether it is a version that comes before another: `2.0.0-rc.1`. */
export function isPreRelease(release: string): boolean {
  return SEMVER.exec(release)?.groups?.['pre'] !== undefined;
}

/** 0 also when they cannot be compared. Precedence: https://semver.org/#spec-item-11 */
function compareVersions(a: string, b: string): number {
  const [versionA, versionB] = [SEMVER.exec(a)?.groups, SEMVER.exec(b)?.groups];
  if (!versionA || !versionB || versionA['name'] !== versionB['name']) return 0;
  const byCore = compareParts(versionA['core'], versionB['core']);
  if (byCore !== 0) return byCore;
  const [preA, preB] = [versionA['pre'], versionB['pre']];
  if (preA === undefined || preB === undefined) {
    return Number(preA === undefined) - Number(preB === undefined);
  }
  return compareParts(preA, preB);
}

/** By the first part that differs; of two that begin alike the longer is newer. */
function compareParts(a = '', b = ''): number {
  const [partsA, partsB] = [a.split('.'), b.split('.')];
  for (const [index, partA] of partsA.entries()) {
    const partB = partsB[index];
    if (partB === undefined) return 1;
    const byPart = comparePart(partA, partB);
    if (byPart !== 0) return byPart;
  }
  return partsA.length - partsB.length;
}

/** Numbers before words; numbers by value, however many digits they have. */
function comparePart(a: string, b: string): number {
  if (a === b) return 0;
  const [isNumberA, isNumberB] = [DIGITS.test(a), DIGITS.test(b)];
  if (isNumberA !== isNumberB) return isNumberA ? -1 : 1;
  if (isNumberA && a.length !== b.length) return a.length - b.length;
  return a < b ? -1 : 1;
}
