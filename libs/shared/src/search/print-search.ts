import type { Condition, Search, SearchTerm } from './search.ts';
import { findSearchKey } from './search-keys.ts';
import { sourceEndings } from './source-endings.ts';
import type { Compared, Pattern, ReleaseName, SearchAge } from './value-kinds.ts';

/**
 * Values that mean the same with and without quotes, wherever they stand. Another beginning would
 * turn a tag into a text.
 */
const PLAIN_VALUE = /^(?![:\\]|\/\/)[^\s"*,[\]<>]+$/u;
const PLAIN_TEXT = /^(?!(?:OR|AND)$)[^\s"!:*][^\s":*]*$/u;
/** `main.ts:42` is a place in a file, but `main.ts:"42"` is a tag. */
const FILE = new RegExp(String.raw`\.(?:${sourceEndings.join('|')})$`, 'i');
const LINE = /^\d+(?::\d+)?$/;
const PLAIN_KEY = /^[a-z_][\w.-]*$/i;

/**
 * Prints a search as text. Parsing the text gives the same tree, except for the places of its
 * terms.
 */
export function printSearch(search: Search): string {
  return search.map((term, index) => printTerm(term, index === search.length - 1)).join(' ');
}

function printTerm(term: SearchTerm, isLast: boolean): string {
  return `${term.isNegated ? '!' : ''}${printCondition(term, isLast)}`;
}

function printCondition(condition: Condition, isLast: boolean): string {
  if (condition.kind === 'text') {
    const { text, isOpen } = condition;
    // An open text was typed without quotes. The last text without quotes is always open.
    return isOpen || (!isLast && PLAIN_TEXT.test(text)) ? text : quote(text);
  }
  const values = printValues(condition.values, condition.kind === 'release');
  if (condition.kind !== 'tag') return `${condition.key}:${values}`;
  const { key, isExplicit } = condition;
  if (!PLAIN_KEY.test(key)) return `${quote(key)}:${values}`;
  if (isExplicit ?? isOtherwiseRead(key)) return `tags[${key}]:${values}`;
  return `${key}:${FILE.test(key) && LINE.test(values) ? quote(values) : values}`;
}

function isOtherwiseRead(key: string): boolean {
  return findSearchKey(key) !== undefined || /^tags\./i.test(key);
}

type Value = string | SearchAge | Compared<string | number> | Pattern | ReleaseName;

/** `areWhole` means that quotes narrow a value, as they do for releases. */
function printValues(values: readonly Value[], quotesNarrow: boolean): string {
  const printed = values.map((value) => printValue(value, quotesNarrow ? quote : printLiteral));
  return printed.length === 1 ? printed[0]! : `[${printed.join(', ')}]`;
}

function printValue(value: Value, printPiece: (text: string) => string): string {
  if (typeof value === 'string') return printLiteral(value);
  if ('sign' in value) return `${value.sign}${value.amount}${value.unit}`;
  if ('is' in value) return `${value.is === '=' ? '' : value.is}${printLiteral(String(value.to))}`;
  if ('named' in value) return value.named.join('*');
  return value.map((text) => (text === '' && value.length > 1 ? '' : printPiece(text))).join('*');
}

/** Prints a value that means exactly this text. */
export function printLiteral(text: string): string {
  return PLAIN_VALUE.test(text) ? text : quote(text);
}

function quote(text: string): string {
  return `"${text.replaceAll(/["\\]/g, '\\$&')}"`;
}
