/**
 * Matches `name@1.2.3-rc.1+build`. The name is optional. SDKs may write a `v` before the numbers.
 */
const SEMVER =
  /^(?:(?<name>.+)@)?v?(?<core>(?:0|[1-9]\d*)(?:\.(?:0|[1-9]\d*)){2})(?:-(?<pre>[\dA-Za-z-]+(?:\.[\dA-Za-z-]+)*))?(?:\+[\dA-Za-z.-]+)?$/;
const DIGITS = /^\d+$/;

/**
 * Returns a negative number when release `a` is older than `b`, a positive one when it is newer,
 * and 0 when both are equally old.
 *
 * Compares versions when both releases have one and name the same package. Otherwise, and between
 * builds of one version, the release that was seen first is older. A release that was never seen is
 * newer than every release that was seen.
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

export function isPreRelease(release: string): boolean {
  return SEMVER.exec(release)?.groups?.['pre'] !== undefined;
}

/**
 * Compares versions by https://semver.org/#spec-item-11. Returns 0 when the releases cannot be
 * compared.
 */
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

function comparePart(a: string, b: string): number {
  if (a === b) return 0;
  const [isNumberA, isNumberB] = [DIGITS.test(a), DIGITS.test(b)];
  if (isNumberA !== isNumberB) return isNumberA ? -1 : 1;
  if (isNumberA && a.length !== b.length) return a.length - b.length;
  return a < b ? -1 : 1;
}
