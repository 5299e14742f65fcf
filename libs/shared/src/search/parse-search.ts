import * as searchLimits from '../limits/search-limits.ts';
import { readValues, toPattern } from './read-values.ts';
import { refuse, Scanner } from './scan.ts';
import type { RawValue } from './scan.ts';
import { scanValues } from './scan-values.ts';
import type { Condition, KeyCondition, Parsed, Search, SearchFault, SearchTerm } from './search.ts';
import { findSearchKey, type KeyOfSearch, oppositeKeys, searchKeys } from './search-keys.ts';
import { toAskedWords } from './search-words.ts';
import { sourceEndings } from './source-endings.ts';

/** Matches `tags[x]:` and `tags.x:`. Both name a tag, even when a key has the same name. */
const TAG = /tags(?:\[([^\]\s"]+)\]|\.([\w.-]+))(?=:)/iy;
const FILE_AND_LINE = new RegExp(
  String.raw`(?:[a-z][a-z-]*://|[a-z]:(?=\\))?(?:[^\s":]*(?::\d+(?=/)[^\s":]*)?[\\/])?([\w.@~-]+\.(?:${sourceEndings.join('|')})):\d+(?::\d+)?(?=\s|$)`,
  'iuy',
);
const KEY = /[a-z_][\w.-]*(?=:)/iy;
/** Matches a key with a comparison but without a colon, as in `timesSeen>100`. */
const COMPARED = /[a-z_][\w.-]*(?=[<>]=?[^\s<>=]|=[^\s=])/iy;
const COMPARABLE: ReadonlySet<string> = new Set(['time', 'count', 'release']);
/** Matches `NOT` before a term, and `-` before a key, a tag or a quoted text. */
const NEGATION = /NOT\s+(?=\S)|-(?="|[A-Za-z_][\w.-]*:(?!\s|$|:|\/\/|\\)|tags\[)/uy;
/**
 * Matches the end of a name that is no key, as in `TypeError: x`, `https://…`, `std::vector` or
 * `C:\…`.
 */
const NO_VALUE = /:(?:\s|$|:|\/\/|\\)/uy;

type Searched = 'issues' | 'logs';

/**
 * Parses a search such as `is:unresolved !level:[info, debug] "free text"`, or returns its first
 * fault. Blanks separate the terms. A term is a key with values, or a text; `!`, `-`
 * or `NOT` before a term negates it. Some keys can be used only in searches of logs.
 */
export function parseSearch(text: string, of: Searched = 'issues'): Parsed<Search> {
  if (text.length > searchLimits.queryCharacters) {
    const message = `A search has at most ${searchLimits.queryCharacters} characters.`;
    return refuse({ at: searchLimits.queryCharacters, end: text.length, message });
  }
  const scanner = new Scanner(text);
  const terms: SearchTerm[] = [];
  let asked = 0;
  for (scanner.skipBlanks(); !scanner.isAtEnd; scanner.skipBlanks()) {
    const term = scanTerm(scanner, of);
    if (!term.ok) return term;
    const joining = terms.length > 0 ? findBooleanOperator(scanner, term.value) : undefined;
    if (joining) return refuse(joining);
    asked += countAsked(term.value);
    if (asked > searchLimits.valuesAsked) {
      const message = `This is too much for one search: it asks for at most ${searchLimits.valuesAsked} values, words with ! and words with *.`;
      return refuse({ at: term.value.at, end: term.value.end, message });
    }
    terms.push(term.value);
  }
  return { ok: true, value: terms };
}

/**
 * Counts the lookups that a term needs. Plain words are not counted, because all of them share one
 * lookup.
 */
function countAsked(term: SearchTerm): number {
  if (term.kind !== 'text') return term.values.length;
  return term.isNegated || term.text.endsWith('*') ? 1 : 0;
}

function findBooleanOperator(scanner: Scanner, { at, end }: SearchTerm): SearchFault | undefined {
  const word = scanner.takeBetween(at, end);
  if (word !== 'OR' && word !== 'AND') return undefined;
  const { at: after } = scanner;
  scanner.skipBlanks();
  const isBetween = !scanner.isAtEnd;
  scanner.at = after;
  if (!isBetween) return undefined;
  const message =
    word === 'OR'
      ? 'There is no OR: all terms must match. Write several values of one key like level:[error, fatal], and the word OR in quotes.'
      : 'All terms must match anyway: leave out AND, or put it in quotes if you mean the word.';
  return { at, end, message };
}

function scanTerm(scanner: Scanner, of: Searched): Parsed<SearchTerm> {
  const { at } = scanner;
  const isNegated = scanner.take('!') || scanner.takeMatch(NEGATION) !== undefined;
  const condition = scanCondition(scanner, of);
  if (!condition.ok) return condition;
  return { ok: true, value: { ...condition.value, isNegated, at, end: scanner.at } };
}

function scanCondition(scanner: Scanner, of: Searched): Parsed<Condition> {
  if (scanner.startsWith('"')) return scanQuoted(scanner);
  const from = scanner.at;
  const file = scanner.takeGroup(FILE_AND_LINE);
  // Ignores the line number, because the line moves between versions of the file.
  if (file !== undefined)
    return { ok: true, value: { kind: 'part', key: 'place', values: [[file]] } };
  const tag = scanner.takeGroup(TAG);
  if (tag !== undefined) return scanTag(scanner, tag);
  const name = scanner.takeMatch(KEY) ?? takeCompared(scanner);
  if (name === undefined) return scanText(scanner);
  const key = findSearchKey(name);
  if (key === undefined && scanner.matches(NO_VALUE)) {
    scanner.at = from;
    return scanText(scanner);
  }
  if (key !== undefined && of === 'issues') {
    const { isOfLogs }: KeyOfSearch = searchKeys[key];
    const message = `${key}: is about logs. Write lastSeen:, firstSeen:, or tags[${key}]: for a tag.`;
    if (isOfLogs) return refuse({ at: from, end: scanner.at, message });
  }
  scanner.take(':');
  const values = scanValues(scanner, name, key === undefined || searchKeys[key].kind !== 'part');
  if (!values.ok) return values;
  const state = of === 'issues' ? readState(name, values.value) : undefined;
  if (state) return { ok: true, value: state };
  if (key === undefined) return { ok: true, value: toTag(name, values.value) };
  const read = readValues(key, values.value);
  return read.ok && oppositeKeys.has(name.toLowerCase()) ? toOpposite(read.value) : read;
}

function takeCompared(scanner: Scanner): string | undefined {
  const { at } = scanner;
  const name = scanner.takeMatch(COMPARED);
  const key = name === undefined ? undefined : findSearchKey(name);
  if (key !== undefined && COMPARABLE.has(searchKeys[key].kind)) return name;
  scanner.at = at;
  return undefined;
}

/**
 * Reads `is:assigned`, `is:unassigned`, and `status:` before states of issues, as Sentry writes
 * them. Any other `status:` is a tag.
 */
function readState(name: string, raw: readonly RawValue[]): Condition | undefined {
  const [text = ''] = raw.length === 1 ? raw[0]!.pieces.map((piece) => piece.text) : [];
  switch (`${name}:${text}`.toLowerCase()) {
    case 'is:assigned':
      return { kind: 'has', key: 'has', values: ['assigned'] };
    case 'is:unassigned':
      return { kind: 'person', key: 'assigned', values: ['none'] };
    default: {
      const states = name.toLowerCase() === 'status' ? readValues('is', raw) : undefined;
      return states?.ok ? states.value : undefined;
    }
  }
}

function toOpposite(condition: KeyCondition): Parsed<KeyCondition> {
  if (condition.kind !== 'choice') return { ok: true, value: condition };
  const values = condition.values.map((value) => (value === 'yes' ? 'no' : 'yes'));
  return { ok: true, value: { ...condition, values } };
}

function scanTag(scanner: Scanner, name: string): Parsed<Condition> {
  scanner.take(':');
  const values = scanValues(scanner, `tags[${name}]`);
  return values.ok
    ? { ok: true, value: { ...toTag(name, values.value), isExplicit: true } }
    : values;
}

/**
 * Reads a quoted text, or the quoted name of a tag. A tag's name needs quotes when it has special
 * characters or equals a key.
 */
function scanQuoted(scanner: Scanner): Parsed<Condition> {
  const from = scanner.at;
  const quoted = scanner.takeQuoted();
  if (!quoted.ok) return quoted;
  const { value: text } = quoted;
  if (text === '' || !scanner.startsWith(':')) {
    return requireWords({ kind: 'text', text, isOpen: false }, { at: from, end: scanner.at });
  }
  return scanTag(scanner, text);
}

function toTag(key: string, values: readonly RawValue[]): Extract<Condition, { kind: 'tag' }> {
  return { kind: 'tag', key, values: values.map(toPattern) };
}

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
