import { matchesPattern, matchesRelease } from '#shared';
import type { ReleaseFacts, SearchTerm, Search } from '#shared';
import type { CountedNameKind } from './count.tables.ts';

export type CountedTerm = Extract<SearchTerm, { kind: 'release' | 'name' }> & {
  readonly key: CountedNameKind;
};

export function listCountedTerms(search: Search): readonly CountedTerm[] {
  return search.filter(
    (term): term is CountedTerm =>
      term.kind === 'release' || (term.kind === 'name' && term.key === 'environment'),
  );
}

export function matchesTerm(
  term: CountedTerm,
  name: string | undefined,
  releases: ReleaseFacts,
): boolean {
  if (name === undefined) return term.isNegated;
  const isOne =
    term.kind === 'release'
      ? term.values.some((value) => matchesRelease(name, value, releases))
      : term.values.some((value) => matchesPattern(name, value));
  return isOne !== term.isNegated;
}
