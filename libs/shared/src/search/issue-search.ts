import { refuse } from './scan.ts';
import type { KeyCondition, Parsed, Search, SearchTerm } from './search.ts';
import { searchKeys } from './search-keys.ts';
import type { SearchKey } from './search-keys.ts';

/** What issues can be asked for: words, and the keys that an issue has itself. */
export type IssueCondition =
  | Extract<SearchTerm, { kind: 'text' }>
  | (Exclude<KeyCondition, { kind: 'release' | 'has' }> & Omit<SearchTerm, 'kind'>);

export type IssueSearch = readonly IssueCondition[];

/**
 * The search where issues can answer it. Keys of events and tags cannot be asked for yet: they plug in here, in
 * `isOfIssue` of their entry, and in the reader of persistence.
 */
export function toIssueSearch(search: Search): Parsed<IssueSearch> {
  const other = search.find((term) => !isOfIssue(term));
  if (!other) return { ok: true, value: search as IssueSearch };
  const { at, end } = other;
  const message =
    other.kind === 'tag'
      ? `Tags cannot be searched yet. In quotes this is a text.`
      : `${'key' in other ? other.key : ''}: cannot be searched yet.`;
  return refuse({ at, end, message });
}

function isOfIssue(term: SearchTerm): boolean {
  if (term.kind === 'text') return true;
  return term.kind !== 'tag' && searchKeys[term.key satisfies SearchKey].isOfIssue;
}
