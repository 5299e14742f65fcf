import type { Parsed, Search, SearchKey, SearchTerm } from '#shared';

const OF_ISSUES: ReadonlySet<SearchKey> = new Set([
  'is',
  'assigned',
  'firstSeen',
  'firstRelease',
  'lastSeen',
  'timesSeen',
  'users',
]);

const OF_ERRORS: ReadonlySet<SearchKey> = new Set([
  'type',
  'place',
  'url',
  'handled',
  'platform',
  'sdk.name',
]);

/** Logs never have these. `has:` of the other keys asks for an attribute of that name. */
const NEVER_HAD: ReadonlySet<string> = new Set([...OF_ISSUES, 'type', 'place']);

/** Returns the search when it can be applied to logs, or a fault for its first term that cannot. */
export function toLogSearch(search: Search): Parsed<Search> {
  for (const term of search) {
    const message = findFault(term);
    if (message !== undefined) {
      return { ok: false, fault: { at: term.at, end: term.end, message } };
    }
  }
  return { ok: true, value: search };
}

function findFault(term: SearchTerm): string | undefined {
  if (term.kind === 'text' || term.kind === 'tag') return undefined;
  const { key } = term;
  if (OF_ISSUES.has(key)) return `${key}: is about issues, and this page searches logs.`;
  if (OF_ERRORS.has(key)) {
    return `${key}: is about errors. An attribute of logs with this name is tags[${key}]:.`;
  }
  if (term.kind === 'has') return explainHas(term.values);
  const asksForLatest = term.kind === 'release' && term.values.some((value) => 'latest' in value);
  return asksForLatest ? 'A search of logs names the release itself.' : undefined;
}

function explainHas(names: readonly string[]): string | undefined {
  const name = names.find((each) => NEVER_HAD.has(each));
  return name && `No log has ${name}. An attribute of logs with this name is tags[${name}]:*.`;
}
