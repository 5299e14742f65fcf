import { compareReleases, isSameVersion } from '../issues/compare-releases.ts';
import { compares } from './compares.ts';
import { containsPattern, matchesPattern } from './match-pattern.ts';
import type { ReleaseValue } from './value-kinds.ts';

const PACKAGE = /^.+@/s;
const BUILD = /^((?:.+@)?v?\d[\w.-]*)\+[\w.-]+$/s;

/** The releases of a project, as far as a search needs them. */
export interface ReleaseFacts {
  readonly firstSeenMs?: ReadonlyMap<string, number>;
  /** Absent when the project has no release, or when no term asks for it. */
  readonly latest?: string | undefined;
}

const NEVER_SEEN: ReadonlyMap<string, number> = new Map();

/**
 * A name matches with or without its package and build, unless the name was quoted. A comparison
 * uses versions when both releases have one, and otherwise the first sightings in `firstSeenMs`,
 * like `compareReleases`. Names of one version are equal.
 *
 * In a comparison, a value without a package gets the package of `release`. When first sightings
 * decide, a value that equals a release in `firstSeenMs` stays as it is.
 */
export function matchesRelease(
  release: string,
  value: ReleaseValue,
  { firstSeenMs = NEVER_SEEN, latest }: ReleaseFacts,
): boolean {
  if ('latest' in value) return release === latest;
  if ('named' in value) {
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
  if (release === packaged || isSameVersion(release, packaged)) return 0;
  const byVersion = compareReleases(release, packaged, NEVER_SEEN);
  if (byVersion !== 0) return byVersion;
  return compareReleases(release, firstSeenMs.has(to) ? to : packaged, firstSeenMs);
}
