import { refuse } from './scan.ts';
import type { KeyCondition, Parsed, Search, SearchTerm } from './search.ts';
import { searchKeys } from './search-keys.ts';
import type { SearchKey } from './search-keys.ts';

/** What issues can be asked for: words, the keys that an issue has itself, and the tags of its events. */
export type IssueCondition =
  | Extract<SearchTerm, { kind: 'text' | 'tag' }>
  | (KeyCondition & Omit<SearchTerm, 'kind'>);

export type IssueSearch = readonly IssueCondition[];

/**
 * The search where issues can answer it. Some keys of events cannot be asked for yet: they plug in here, in
 * `isOfIssue` of their entry, and in the reader of persistence.
 */
export function toIssueSearch(search: Search): Parsed<IssueSearch> {
  const other = search.find((term) => !isOfIssue(term));
  if (!other) return { ok: true, value: search as IssueSearch };
  const { at, end } = other;
  const key = 'key' in other ? other.key : '';
  return refuse({ at, end, message: `${key}: cannot be searched yet.` });
}

function isOfIssue(term: SearchTerm): boolean {
  if (term.kind === 'text' || term.kind === 'tag') return true;
  return searchKeys[term.key satisfies SearchKey].isOfIssue;
}
