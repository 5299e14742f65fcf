import * as searchLimits from '../limits/search-limits.ts';
import { readValues, toPattern } from './read-values.ts';
import { refuse, Scanner } from './scan.ts';
import type { RawValue } from './scan.ts';
import { scanValues } from './scan-values.ts';
import type { Condition, Parsed, Search, SearchTerm } from './search.ts';
import { findSearchKey } from './search-keys.ts';
import { toAskedWords } from './search-words.ts';

const KEY = /[a-z_][\w.-]*(?=:)/iy;
/** What makes no tag of the name before a colon: `TypeError: x`, `https://…`, `std::vector`, `C:\…`. */
const NO_VALUE = /:(?:\s|$|:|\/\/|\\)/uy;

/**
 * Reads `is:unresolved !level:[info, debug] "free text"` and the like: terms with blanks between them, each a key with
 * values or a text, with `!` before it where it must not hold. The first fault where there is one.
 */
export function parseSearch(text: string): Parsed<Search> {
  if (text.length > searchLimits.queryCharacters) {
    const message = `A search has at most ${searchLimits.queryCharacters} characters.`;
    return refuse({ at: searchLimits.queryCharacters, end: text.length, message });
  }
  const scanner = new Scanner(text);
  const terms: SearchTerm[] = [];
  for (scanner.skipBlanks(); !scanner.isAtEnd; scanner.skipBlanks()) {
    const term = scanTerm(scanner);
    if (!term.ok) return term;
    terms.push(term.value);
  }
  return { ok: true, value: terms };
}

function scanTerm(scanner: Scanner): Parsed<SearchTerm> {
  const { at } = scanner;
  const isNegated = scanner.take('!');
  const condition = scanCondition(scanner);
  if (!condition.ok) return condition;
  return { ok: true, value: { ...condition.value, isNegated, at, end: scanner.at } };
}

function scanCondition(scanner: Scanner): Parsed<Condition> {
  if (scanner.startsWith('"')) return scanQuoted(scanner);
  const from = scanner.at;
  const name = scanner.takeMatch(KEY);
  if (name === undefined) return scanText(scanner);
  const key = findSearchKey(name);
  if (key === undefined && scanner.matches(NO_VALUE)) {
    scanner.at = from;
    return scanText(scanner);
  }
  scanner.take(':');
  const values = scanValues(scanner, key ?? name);
  if (!values.ok) return values;
  return key === undefined
    ? { ok: true, value: toTag(name, values.value) }
    : readValues(key, values.value);
}

/** A text, or the name of a tag that is no plain word or as one of our keys is called. */
function scanQuoted(scanner: Scanner): Parsed<Condition> {
  const from = scanner.at;
  const quoted = scanner.takeQuoted();
  if (!quoted.ok) return quoted;
  const { value: text } = quoted;
  if (text === '' || !scanner.take(':')) {
    return requireWords({ kind: 'text', text, isOpen: false }, { at: from, end: scanner.at });
  }
  const values = scanValues(scanner, `"${text}"`);
  return values.ok ? { ok: true, value: toTag(text, values.value) } : values;
}

function toTag(key: string, values: readonly RawValue[]): Condition {
  return { kind: 'tag', key, values: values.map(toPattern) };
}

/** Up to the next blank. It is open where nobody has said that its last word is whole. */
function scanText(scanner: Scanner): Parsed<Condition> {
  const at = scanner.at;
  const text = scanner.takeBare('');
  const end = scanner.at;
  scanner.skipBlanks();
  const isOpen = scanner.isAtEnd || text.endsWith('*');
  scanner.at = end;
  return requireWords({ kind: 'text', text, isOpen }, { at, end });
}

function requireWords(
  condition: Extract<Condition, { kind: 'text' }>,
  place: { readonly at: number; readonly end: number },
): Parsed<Condition> {
  if (toAskedWords(condition.text).length > 0) return { ok: true, value: condition };
  return refuse({ ...place, message: 'There is no word here to search for.' });
}
