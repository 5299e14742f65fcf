import { compareReleases } from '../issues/compare-releases.ts';
import { compares } from './compares.ts';
import { containsPattern, matchesPattern } from './match-pattern.ts';
import type { Compared, Pattern, ReleaseName } from './value-kinds.ts';

const PACKAGE = /^.+@/s;
const BUILD = /^((?:.+@)?v?\d[\w.-]*)\+[\w.-]+$/s;

const NEVER_SEEN: ReadonlyMap<string, number> = new Map();

/**
 * Returns true when a release matches a value of a search. Lists, the events of an issue and alerts
 * share this rule.
 *
 * A name matches with or without its package and build, unless it was quoted. A comparison goes by
 * version when both releases have one, otherwise by the first sightings in `firstSeenMs`;
 * `compareReleases` has the details.
 *
 * A compared value without package gets the package of `release`. The exception: no version
 * decides, and the project has seen a release of exactly that name.
 */
export function matchesRelease(
  release: string,
  value: Pattern | ReleaseName | Compared<string>,
  firstSeenMs: ReadonlyMap<string, number>,
): boolean {
  if ('named' in value) {
    // A cheap check that most releases of a project fail.
    if (!containsPattern(release, value.named)) return false;
    const bare = release.replace(PACKAGE, '');
    const names = [release, bare, release.replace(BUILD, '$1'), bare.replace(BUILD, '$1')];
    return names.some((name) => matchesPattern(name, value.named));
  }
  if (!('is' in value)) return matchesPattern(release, value);
  const { is, to } = value;
  return compares(compareWithAsked(release, to, firstSeenMs), is, 0);
}

function compareWithAsked(
  release: string,
  to: string,
  firstSeenMs: ReadonlyMap<string, number>,
): number {
  const packaged = PACKAGE.test(to) ? to : `${PACKAGE.exec(release)?.[0] ?? ''}${to}`;
  if (release === packaged) return 0;
  const byVersion = compareReleases(release, packaged, NEVER_SEEN);
  if (byVersion !== 0) return byVersion;
  return compareReleases(release, firstSeenMs.has(to) ? to : packaged, firstSeenMs);
}
