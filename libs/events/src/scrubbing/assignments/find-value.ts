import { HIDDEN } from '../hidden.ts';
import { isRandom, isRandomParameter, WholeAddress } from '../random-value.ts';
import type { SecretNames } from '../secret-names.ts';
import { judgeName, QUOTES, readName } from './read-name.ts';

const MAX_BLANKS = 3;
/** Only this many characters of a value decide whether the value is hidden. */
const MAX_EXAMINED = 200;

const ENDS_VALUE = /[\s&;,"'`<>\\]/g;
const PLACEHOLDER =
  /^(?:\?|\*+|•+|x{3,}|%[sdrv]|%\(\w*\)?s?|\$\d+|:\w+|\$?\{[\w.]*(?:![ars])?(?::[^{}\s]{0,20})?\}|\{\{.*|[$#]\{.*|\$\(.*|\[[^\]]{0,30}\]?|\(\w*\)?|<[^>]{0,30}>|null|nil|none|undefined|true|false|…|\.{3})$/i;
/** Headers whose whole line is a secret. */
const OF_LINE = /cookie|client.?cert/i;
const VARIABLE = /^\$[A-Z_][A-Z\d_]*$/;

interface Value {
  readonly start: number;
  readonly end: number;
}

interface Given {
  readonly name: string;
  readonly verdict: 'whole' | 'many' | 'text' | 'random';
  readonly isQuoted: boolean;
  readonly isColon: boolean;
  readonly start: number;
}

/**
 * Returns the range of the secret value after the `=` or `:` at index `at`; undefined when no
 * secret follows.
 */
export function findValue(names: SecretNames, text: string, at: number): Value | undefined {
  const given = readGiven(names, text, at);
  if (!given) return undefined;
  const quote = readQuote(text, given.start);
  if (quote !== '') return findQuoted(text, quote, given);
  if (given.isColon && OF_LINE.test(given.name)) return findLine(text, given.start);
  return isBareSecret(text, given)
    ? { start: given.start, end: findEnd(text, given.start) }
    : undefined;
}

function readGiven(names: SecretNames, text: string, at: number): Given | undefined {
  const next = text[at + 1] ?? ' ';
  const isArrow = text[at] === '=' && next === '>';
  // `==` and `=~` compare, `::` is a path, and the value of `:=` follows its `=`.
  if ('=:~'.includes(next)) return undefined;
  const { name, isQuoted, blanks } = readName(text, at);
  const verdict = judgeName(names, name);
  if (verdict === undefined || verdict === 'safe') return undefined;
  const isColon = text[at] === ':';
  // `password= ` has an empty value, but `password = x` has a value.
  if (next === ' ' && !isColon && blanks === 0) return undefined;
  const start = skipBlanks(text, at + (isArrow ? 2 : 1));
  return { name, verdict, isQuoted, isColon, start };
}

function isBareSecret(text: string, { name, verdict, isQuoted, isColon, start }: Given): boolean {
  const look = readBeginning(text, start);
  if (look === '' || look.startsWith(HIDDEN) || isPlaceholder(look)) return false;
  if (verdict === 'random') return isRandomValue(text, { name, start, look });
  if (verdict !== 'whole' && /^\d{1,9}$/.test(look)) return false;
  // A colon after a name may also introduce an explanation: "Invalid token: expected a string".
  return !isColon || isQuoted || looksRandom(look);
}

/**
 * True for placeholders such as `?`, `%s` or `${password}`, and for values that were already
 * removed, such as `***`.
 */
export function isPlaceholder(value: string): boolean {
  return PLACEHOLDER.test(value) || VARIABLE.test(value);
}

/**
 * Judges a parameter of a URL together with the rest of the URL. The `&` before the parameter may
 * be escaped as in HTML or JSON.
 */
function isRandomValue(
  text: string,
  { name, start, look }: { name: string; start: number; look: string },
): boolean {
  const nameAt = start - name.length - 1;
  const isParameter = '?&#;'.includes(text[nameAt - 1] ?? ' ') || text.endsWith('u0026', nameAt);
  if (!isParameter) return isRandom(look);
  const readAddress = (): string => {
    const before = text.slice(Math.max(0, start - MAX_EXAMINED), start);
    const after = text.slice(start, start + MAX_EXAMINED);
    return before.split(/\s/).at(-1)! + after.split(/\s/, 1)[0]!;
  };
  return isRandomParameter(name, look, new WholeAddress(readAddress));
}

function skipBlanks(text: string, from: number): number {
  let at = from;
  while (text[at] === ' ' && at - from < MAX_BLANKS) at += 1;
  return at;
}

/** Returns the opening quote with the backslashes before it, as in JSON inside JSON. */
function readQuote(text: string, from: number): string {
  let at = from;
  while (text[at] === '\\' && at - from < MAX_BLANKS) at += 1;
  const sign = text[at];
  return sign !== undefined && QUOTES.includes(sign) ? text.slice(from, at + 1) : '';
}

/** The value ends at the same quote, or at the end of the text when the text was cut off. */
function findQuoted(text: string, quote: string, given: Given): Value | undefined {
  const start = given.start + quote.length;
  const look = text.slice(start, start + MAX_EXAMINED).split(quote, 1)[0]!;
  if (look === '' || isPlaceholder(look)) return undefined;
  if (given.verdict === 'random' && !isRandom(look)) return undefined;
  // Messages of lexers contain `token: "Text"`, which is no secret.
  const isProse = given.isColon && !given.isQuoted && given.verdict === 'text';
  if (isProse && !looksRandom(look)) return undefined;
  let end = text.indexOf(quote, start);
  // A backslash within plain quotes escapes a quote that belongs to the value.
  while (quote.length === 1 && end > start && text[end - 1] === '\\' && text[end - 2] !== '\\') {
    end = text.indexOf(quote, end + 1);
  }
  return { start, end: end === -1 ? text.length : end };
}

function findLine(text: string, start: number): Value | undefined {
  if (text.startsWith(HIDDEN, start) || isPlaceholder(readBeginning(text, start))) return undefined;
  const line = text.indexOf('\n', start);
  const end = line === -1 ? text.length : line;
  return end === start ? undefined : { start, end };
}

function readBeginning(text: string, start: number): string {
  const look = text.slice(start, start + MAX_EXAMINED);
  return look.slice(0, findEnd(look, 0));
}

/**
 * Returns the end of an unquoted value. A value in braces, as in connection strings, ends at its
 * closing brace. A closing bracket after the value does not belong to the value.
 */
function findEnd(text: string, start: number): number {
  const brace = text[start] === '{' ? text.slice(start, start + MAX_EXAMINED).indexOf('}') : -1;
  if (brace !== -1) return start + brace + 1;
  ENDS_VALUE.lastIndex = start;
  let end = ENDS_VALUE.exec(text)?.index ?? text.length;
  while (end > start && ')]}'.includes(text[end - 1]!)) end -= 1;
  return end;
}

/** True when the value contains a digit, or a sign that words of a sentence do not contain. */
export function looksRandom(value: string): boolean {
  return value.length >= 4 && /[\d!#$%^*+/=~@]/.test(value);
}
