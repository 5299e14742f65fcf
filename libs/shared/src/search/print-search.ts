import type { Condition, Search, SearchTerm } from './search.ts';
import { findSearchKey } from './search-keys.ts';
import { sourceEndings } from './source-endings.ts';
import type { Compared, Pattern, ReleaseValue, SearchAge } from './value-kinds.ts';

/**
 * Matches values that mean the same with and without quotes. A value that begins with `:`, `\` or
 * `//` needs quotes, or the parser would read a text instead of a tag. `=` and `latest` have a meaning.
 */
const PLAIN_VALUE = /^(?!latest$|[:\\=]|\/\/)[^\s"*,[\]<>]+$/iu;
const PLAIN_TEXT = /^(?!(?:OR|AND|NOT)$)[^\s"!:*][^\s":*]*$/u;
/**
 * Matches names of source files. `main.ts:42` is a place in a file, but `main.ts:"42"` is a tag.
 */
const FILE = new RegExp(String.raw`\.(?:${sourceEndings.join('|')})$`, 'i');
const LINE = /^\d+(?::\d+)?$/;
const PLAIN_KEY = /^[a-z_][\w.-]*$/i;

/**
 * Prints a search as text. Parsing this text gives the same search again, except for the positions
 * of its terms.
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
    // A text without quotes at the end of a search may have an unfinished last word (`isOpen`), so
    // a finished text there needs quotes.
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

type Value = string | SearchAge | Compared<string | number> | Pattern | ReleaseValue;

/**
 * Prints the values of a term. `quotesNarrow` is true for releases: a quoted release matches fewer
 * names than the same release without quotes.
 */
function printValues(values: readonly Value[], quotesNarrow: boolean): string {
  const printed = values.map((value) => printValue(value, quotesNarrow ? quote : printLiteral));
  return printed.length === 1 ? printed[0]! : `[${printed.join(', ')}]`;
}

function printValue(value: Value, printPiece: (text: string) => string): string {
  if (typeof value === 'string') return printLiteral(value);
  if ('sign' in value) return `${value.sign}${value.amount}${value.unit}`;
  if ('upTo' in value) return `${value.to}..${value.upTo}`;
  if ('is' in value) return `${value.is === '=' ? '' : value.is}${printLiteral(String(value.to))}`;
  if ('latest' in value) return 'latest';
  if ('named' in value) return value.named.join('*');
  return value.map((text) => (text === '' && value.length > 1 ? '' : printPiece(text))).join('*');
}

export function printLiteral(text: string): string {
  return PLAIN_VALUE.test(text) ? text : quote(text);
}

function quote(text: string): string {
  return `"${text.replaceAll(/["\\]/g, '\\$&')}"`;
}
