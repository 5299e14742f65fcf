import { refuse } from './scan.ts';
import type { Parsed, Search } from './search.ts';
import type { SearchKey } from './search-keys.ts';

/** What only an issue has. All else can be asked of an event. */
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

/** What the database knows of an event without its payload. */
const IN_COLUMNS: ReadonlySet<SearchKey> = new Set(['release', 'environment', 'level']);

/** The search where the events of an issue can answer it; else its first term that asks for issues. */
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

/** Whether it can be answered without the payloads of events. */
export function isOfEventColumns(search: Search): boolean {
  return search.every(
    (term) => term.kind !== 'text' && term.kind !== 'tag' && IN_COLUMNS.has(term.key),
  );
}

/** Whether it compares releases, which takes when they were first seen. */
export function comparesReleases(search: Search): boolean {
  return search.some(
    (term) => term.kind === 'release' && term.values.some((value) => 'is' in value),
  );
}
