import { findSearchKey, printLiteral, printSearch } from '#shared';

/** Keys that mean the same for logs as the attribute of that name. */
const KEYS = new Set(['environment', 'release', 'user.id', 'user.email']);

/**
 * Returns the search with a term that also asks for this value, such as `cart environment:prod`. A
 * term that is in the search already is not added again.
 */
export function narrowSearch(query: string, name: string, value: string): string {
  const term = printTerm(name, value);
  return query.split(/\s+/).includes(term) ? query : `${query} ${term}`.trim();
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
