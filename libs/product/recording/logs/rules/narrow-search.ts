import {
  type EventLevel,
  findSearchKey,
  parseSearch,
  printLiteral,
  printSearch,
  type SearchTerm,
} from '#shared';

/** Keys that mean the same for logs as the attribute of that name. */
const KEYS = new Set(['environment', 'release', 'user.id', 'user.email']);

/**
 * Returns the search with a term that also asks for this value, such as `environment:prod cart`. A
 * term that is in the search already is not added again.
 */
export function narrowSearch(query: string, name: string, value: string): string {
  return addTerm(query, printTerm(name, value));
}

/** Returns the search with a term that also asks for one of the levels. */
export function narrowToLevels(query: string, levels: readonly EventLevel[]): string {
  return addTerm(query, `level:${levels.length === 1 ? levels.join() : `[${levels.join(', ')}]`}`);
}

function addTerm(query: string, term: string): string {
  const [known, added] = [listMeanings(query), listMeanings(term)];
  // The last word of a search may be unfinished, and a term behind it would finish it.
  return added.every((each) => known.includes(each)) ? query : `${term} ${query}`.trim();
}

/** Returns the terms in a form that is equal for terms that find the same. */
function listMeanings(query: string): readonly string[] {
  const parsed = parseSearch(query, 'logs');
  return parsed.ok ? parsed.value.map(toMeaning) : [];
}

function toMeaning(term: SearchTerm): string {
  return JSON.stringify({ ...term, at: 0, end: 0, isExplicit: undefined });
}

function printTerm(name: string, value: string): string {
  if (KEYS.has(name)) return `${name}:${printValue(name, value)}`;
  const place = { at: 0, end: 0, isNegated: false };
  const isKey = findSearchKey(name) !== undefined;
  const term = { kind: 'tag', key: name, values: [[value]], ...place } as const;
  return printSearch([isKey ? { ...term, isExplicit: true } : term]);
}

/** A release without quotes also finds other packages and builds. */
function printValue(name: string, value: string): string {
  const literal = printLiteral(value);
  return name === 'release' && !literal.startsWith('"') ? `"${literal}"` : literal;
}
