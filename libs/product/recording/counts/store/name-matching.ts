import { matchesPattern, matchesRelease } from '#shared';
import type { SearchTerm, Search } from '#shared';
import type { CountedNameKind } from './count.tables.ts';

export type CountedTerm = Extract<SearchTerm, { kind: 'release' | 'name' }> & {
  readonly key: CountedNameKind;
};

/** Times at which a project first saw its releases, in epoch milliseconds, by release. */
export type FirstSeen = ReadonlyMap<string, number>;

export function listCountedTerms(search: Search): readonly CountedTerm[] {
  return search.filter(
    (term): term is CountedTerm =>
      term.kind === 'release' || (term.kind === 'name' && term.key === 'environment'),
  );
}

export function matchesTerm(term: CountedTerm, name: string | undefined, seen: FirstSeen): boolean {
  if (name === undefined) return term.isNegated;
  const isOne =
    term.kind === 'release'
      ? term.values.some((value) => matchesRelease(name, value, seen))
      : term.values.some((value) => matchesPattern(name, value));
  return isOne !== term.isNegated;
}
