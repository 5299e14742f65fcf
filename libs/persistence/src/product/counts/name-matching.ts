import { compareReleases, matchesPattern } from '#shared';
import type { Compared, SearchTerm, Search, Pattern } from '#shared';
import type { CountedNameKind } from './count.tables.ts';

/** A term about what events name, by which they are counted. */
export type CountedTerm = Extract<SearchTerm, { kind: 'release' | 'name' }> & {
  readonly key: CountedNameKind;
};

/** When a project first saw its releases, in epoch milliseconds. */
export type FirstSeen = ReadonlyMap<string, number>;

export function listCountedTerms(search: Search): readonly CountedTerm[] {
  return search.filter(
    (term): term is CountedTerm =>
      term.kind === 'release' || (term.kind === 'name' && term.key === 'environment'),
  );
}

/** Whether a term holds of an event that names this release or environment; undefined: none. */
export function holdsOf(term: CountedTerm, name: string | undefined, seen: FirstSeen): boolean {
  if (name === undefined) return term.isNegated;
  const values: readonly (Pattern | Compared<string>)[] = term.values;
  const isOne = values.some((value) =>
    'is' in value ? isCompared(name, value, seen) : matchesPattern(name, value),
  );
  return isOne !== term.isNegated;
}

const NOTHING_SEEN: FirstSeen = new Map();

/**
 * By version, without the name of the package where the asked one has none; else by what was seen first. Nothing is said of a
 * release that cannot be compared in either way.
 */
function isCompared(name: string, { is, to }: Compared<string>, seen: FirstSeen): boolean {
  const bare = to.includes('@') ? name : name.slice(name.lastIndexOf('@') + 1);
  if (bare === to) return is.endsWith('=');
  const byVersion = compareReleases(bare, to, NOTHING_SEEN);
  const isKnown = seen.has(name) && seen.has(to);
  const order = byVersion === 0 && isKnown ? compareReleases(name, to, seen) : byVersion;
  if (order === 0) return false;
  return is.startsWith('>') ? order > 0 : order < 0;
}
