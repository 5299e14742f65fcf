import { compareReleases } from '../issues/compare-releases.ts';
import { compares } from './compares.ts';
import { containsPattern, matchesPattern } from './match-pattern.ts';
import type { Compared, Pattern, ReleaseName } from './value-kinds.ts';

const PACKAGE = /^.+@/s;
/** A version, and the build after it. */
const BUILD = /^((?:.+@)?v?\d[\w.-]*)\+[\w.-]+$/s;

const NEVER_SEEN: ReadonlyMap<string, number> = new Map();

/**
 * Whether a release is one of a search: by its name, with or without its package and its build unless the name is in quotes; else by version when both are one, else by when the project first
 * saw them, as `firstSeenMs` says, as `compareReleases` has both. What was typed without a package is taken for a release of
 * the package of `release`, except where no version decides and the project has seen a release of just that name. The one
 * rule of lists, of the events of an issue, and of alerts.
 */
export function matchesRelease(
  release: string,
  value: Pattern | ReleaseName | Compared<string>,
  firstSeenMs: ReadonlyMap<string, number>,
): boolean {
  if ('named' in value) {
    // Most releases of a project are none of them.
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
