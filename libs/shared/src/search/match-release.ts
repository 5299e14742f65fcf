import { compareReleases } from '../issues/compare-releases.ts';
import { compares } from './compares.ts';
import { matchesPattern } from './match-pattern.ts';
import type { Compared, Pattern } from './value-kinds.ts';

const PACKAGE = /^.+@/s;

/**
 * Whether a release is one of a search: by its whole name, or by `compareReleases`. A version that was typed without a
 * package is taken for one of the package of `release`, unless the project has seen a release of that name. `firstSeenMs`
 * says when the project first saw its releases.
 */
export function matchesRelease(
  release: string,
  value: Pattern | Compared<string>,
  firstSeenMs: ReadonlyMap<string, number>,
): boolean {
  if (!('is' in value)) return matchesPattern(release, value);
  const { is, to } = value;
  const isWhole = PACKAGE.test(to) || firstSeenMs.has(to);
  const asked = isWhole ? to : `${PACKAGE.exec(release)?.[0] ?? ''}${to}`;
  const difference = compareReleases(release, asked, firstSeenMs);
  return compares(difference, is, 0);
}
