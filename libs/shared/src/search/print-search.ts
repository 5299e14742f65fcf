import type { Condition, Search, SearchTerm } from './search.ts';
import { findSearchKey } from './search-keys.ts';
import type { Compared, Pattern, SearchAge } from './value-kinds.ts';

/** Means the same with quotes and without, wherever it stands. */
const PLAIN_VALUE = /^[^\s"*,[\]<>]+$/u;
const PLAIN_TEXT = /^[^\s"!:*][^\s":*]*$/u;
/** What would make a text of `name:` and this. */
const NOT_OF_TAG = /^(?::|\/\/|\\)/;
const PLAIN_KEY = /^[a-z_][\w.-]*$/i;

/** The text of a search: parsed again it is the same tree, but for where its terms stand. */
export function printSearch(search: Search): string {
  return search.map((term, index) => printTerm(term, index === search.length - 1)).join(' ');
}

function printTerm(term: SearchTerm, isLast: boolean): string {
  return `${term.isNegated ? '!' : ''}${printCondition(term, isLast)}`;
}

function printCondition(condition: Condition, isLast: boolean): string {
  if (condition.kind === 'text') {
    const { text, isOpen } = condition;
    // An open text is one that was typed without quotes. Any that is the last one without quotes is open.
    return isOpen || (!isLast && PLAIN_TEXT.test(text)) ? text : quote(text);
  }
  const values = printValues(condition.values);
  if (condition.kind !== 'tag') return `${condition.key}:${values}`;
  const { key } = condition;
  const isPlain =
    PLAIN_KEY.test(key) && findSearchKey(key) === undefined && !NOT_OF_TAG.test(values);
  return `${isPlain ? key : quote(key)}:${values}`;
}

type Value = string | SearchAge | Compared<string | number> | Pattern;

function printValues(values: readonly Value[]): string {
  const printed = values.map(printValue);
  return printed.length === 1 ? printed[0]! : `[${printed.join(', ')}]`;
}

function printValue(value: Value): string {
  if (typeof value === 'string') return printLiteral(value);
  if ('sign' in value) return `${value.sign}${value.amount}${value.unit}`;
  if ('is' in value) return `${value.is === '=' ? '' : value.is}${printLiteral(String(value.to))}`;
  return value.map((text) => (text === '' && value.length > 1 ? '' : printLiteral(text))).join('*');
}

/** A value that means this text and nothing else. */
export function printLiteral(text: string): string {
  return PLAIN_VALUE.test(text) ? text : quote(text);
}

function quote(text: string): string {
  return `"${text.replaceAll(/["\\]/g, '\\$&')}"`;
}
