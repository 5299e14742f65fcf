import { describeFault, issueStatuses, parseSearch, printSearch } from '#shared';
import type { IssueStatus, Parsed, Search, SearchTerm } from '#shared';

export type ListedStatus = IssueStatus | 'all';

export interface ListedSearch {
  readonly search: Search | undefined;
  readonly fault: string | undefined;
  /**
   * The single status that the search asks for, or `all`. Undefined for any other choice of
   * statuses.
   */
  readonly status: ListedStatus | undefined;
  /**
   * The only text of a search that otherwise has only statuses. The text may be a digest, an id or
   * an address.
   */
  readonly loneText: string | undefined;
}

/** A search for `me` is a fault for visitors who are not signed in. */
export function readSearch(query: string, isSignedIn: boolean): ListedSearch {
  const read = readIssueSearch(query, isSignedIn);
  if (!read.ok) {
    const fault = describeFault(query, read.fault);
    return { search: undefined, fault, status: undefined, loneText: undefined };
  }
  const { value: search } = read;
  const states = search.filter(isOfState);
  const [text, ...others] = search.filter((term) => !states.includes(term));
  const isLone = text?.kind === 'text' && !text.isNegated && others.length === 0;
  return {
    search,
    fault: undefined,
    status: toStatus(states),
    loneText: isLone ? text.text : undefined,
  };
}

/**
 * Returns true when the search asks for releases or environments. An issue's counts then cover only
 * matching events.
 */
export function hasCountedTerms(search: Search): boolean {
  return search.some(
    (term) => term.kind === 'release' || (term.kind === 'name' && term.key === 'environment'),
  );
}

export function withoutStatus(
  query: string,
  { search = [], status }: Pick<ListedSearch, 'search' | 'status'>,
): string {
  const state = status === undefined ? undefined : search.find(isOfState);
  return state ? `${query.slice(0, state.at)}${query.slice(state.end)}`.trim() : query;
}

/** Adds the status of a tab, unless the query already has a status. */
export function joinStatus(query: string, status: ListedStatus): string {
  const read = parseSearch(query);
  if (status === 'all' || (read.ok && read.value.some(isOfState))) return query;
  const parts = read.ok ? [`is:${status}`, query] : [query, `is:${status}`];
  return parts.join(' ').trim();
}

export function printWithStatus(search: Search, status: ListedStatus): string {
  const rest = printSearch(search.filter((term) => !isOfState(term)));
  return [...(status === 'all' ? [] : [`is:${status}`]), ...(rest === '' ? [] : [rest])].join(' ');
}

function readIssueSearch(query: string, isSignedIn: boolean): Parsed<Search> {
  const read = parseSearch(query);
  if (!read.ok || isSignedIn) return read;
  const mine = read.value.find((term) => term.kind === 'person' && term.values.includes('me'));
  if (!mine) return read;
  const message =
    'You are not signed in, so “me” means nobody. Sign in, or name a person by email address.';
  return { ok: false, fault: { at: mine.at, end: mine.end, message } };
}

export function isOfState(term: SearchTerm): boolean {
  return term.kind === 'choice' && term.key === 'is';
}

function toStatus([term, ...others]: Search): ListedStatus | undefined {
  if (!term) return 'all';
  if (term.kind !== 'choice' || term.isNegated || others.length > 0) return undefined;
  return term.values.length === 1
    ? issueStatuses.find((status) => status === term.values[0])
    : undefined;
}
