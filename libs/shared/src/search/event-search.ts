import { refuse } from './scan.ts';
import type { Parsed, Search } from './search.ts';
import type { SearchKey } from './search-keys.ts';

/** Keys that only issues have. Searches of an issue's events can use all other keys. */
const OF_ISSUES: ReadonlySet<SearchKey> = new Set([
  'is',
  'project',
  'assigned',
  'firstSeen',
  'firstRelease',
  'lastSeen',
  'timesSeen',
  'users',
]);

/** Keys that the database can check without an event's payload. */
const IN_COLUMNS: ReadonlySet<SearchKey> = new Set(['release', 'environment', 'level']);

/**
 * Returns the search when it can be applied to the events of an issue. Otherwise returns a fault
 * for its first term about issues.
 */
export function toEventSearch(search: Search): Parsed<Search> {
  for (const term of search) {
    if (!('values' in term) || term.kind === 'tag' || !OF_ISSUES.has(term.key)) continue;
    const { key, at, end } = term;
    return refuse({
      at,
      end,
      message: `${key}: is about issues. This list shows the events of one issue.`,
    });
  }
  return { ok: true, value: search };
}

export function isOfEventColumns(search: Search): boolean {
  return search.every(
    (term) => term.kind !== 'text' && term.kind !== 'tag' && IN_COLUMNS.has(term.key),
  );
}

/** Returns true when the caller must find the newest release of each project. */
export function asksForLatest(search: Search): boolean {
  return search.some(
    (term) => term.kind === 'release' && term.values.some((value) => 'latest' in value),
  );
}

/** Returns true when the caller must read the times at which releases were first seen. */
export function comparesReleases(search: Search): boolean {
  return search.some(
    (term) => term.kind === 'release' && term.values.some((value) => 'is' in value),
  );
}
