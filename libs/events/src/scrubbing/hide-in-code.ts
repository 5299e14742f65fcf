import { isPlaceholder } from './assignments/find-value.ts';
import { hasRun } from './encoded-texts.ts';
import { HIDDEN, type HideInText } from './hidden.ts';
import type { NameVerdict, SecretNames } from './secret-names.ts';

const MAX_BEFORE = 100;
/**
 * Matches the operator between a name and a literal: assignment, comparison, argument or default
 * value. Two quotes at the end belong to a literal in triple quotes.
 */
const MARK = /^\s*[=:,(|?!][\s=:,(|?!>]*(?:""|'')?$/;
const OF_MARK = ` \t=:,(|?!>"'`;
/**
 * Maximum length of the text between a name and a literal, because values may be aligned in
 * columns.
 */
const MAX_MARK = 60;
const PREFIX = 'bBrRfFuUL@$';
const NAME = /([\w$.-]+)(?:["'`]?\]|\[\d*\]|["'`]\)?)?$/;
/** Conversions of a literal in Go, JavaScript, Python and Rust, such as `Buffer.from('…')`. */
const WRAPPER = /[\s=:]*(?:\[\]byte|Buffer\.from|SecretStr|String::from)$/;
const DEFINED = /#define\s{1,9}\w{1,60}$/;
/** Matches a name followed by its type: `password: &str = "…"`, `password string = "…"`. */
const TYPED_NAME = /([\w$.-]+)(?: ?: ?[&\w.<>?|' ]{1,40}| [\w.*&]{1,30})$/;
const MIN_LENGTH = 4;
const MIN_MIXED = 6;

/**
 * Values that are no secrets although the name before them means a secret: types, options,
 * encodings, algorithms, versions.
 */
const WORD =
  /^(?:any|bool|boolean|bytes|char|hidden|include|int|integer|number|object|omit|optional|required|same-origin|string|text|base64(?:url)?|utf-?\d+|latin1|(?:sha|[hr]s|md)-?\d+|oauth2?|[\d.]+)$/i;
const TEMPLATE = /[$#]?\{[\w.]*\}|\$\{|%[sdrv]|\\\(|^(?:\$[A-Za-z_]\w*[:@/ ]*)+$/;

/**
 * Hides literals that code assigns to secret names, and secrets that `hideInText` finds inside
 * other literals. Other code stays, such as `password = getPassword()`.
 */
export function hideInCode(
  names: SecretNames,
  hideInText: (text: string) => HideInText | undefined,
): HideInText {
  return (code, tell) => {
    let left = '';
    let from = 0;
    for (let open = findQuote(code, 0); open !== -1;) {
      const { close, isClosed } = findClose(code, open);
      const literal = code.slice(open + 1, close);
      let kept = literal;
      if (literal.length >= MIN_LENGTH) {
        if (isSecret(names, code, { open, literal })) {
          tell('name in text');
          kept = HIDDEN;
        } else if (isClosed) kept = hideInText(literal)?.(literal, tell) ?? literal;
      }
      if (kept !== literal) {
        left += code.slice(from, open + 1) + kept;
        from = close;
      }
      open = findQuote(code, isClosed || kept !== literal ? close + 1 : open + 1);
    }
    return from === 0 ? code : left + code.slice(from);
  };
}

const KEY_LINE_LENGTH = 60;
/**
 * Matches a single line of a PEM block, because each source line of a frame is a text of its own.
 * The pattern requires capital and small letters, which hexadecimal hashes do not mix.
 */
const KEY_LINE =
  /^([ \t]*["'`]?)(?=[A-Za-z\d+/]{60})(?=[^a-z\n]{0,70}[a-z])(?=[^A-Z\n]{0,70}[A-Z])([A-Za-z\d+/]{60,76}={0,2})(?=(?:\\n)?["'`]?[ \t,;+\\.]{0,5}$)/gm;

export function mayHaveKeyLine(code: string): boolean {
  return hasRun(code, KEY_LINE_LENGTH, () => true);
}

export const hideKeyLines: HideInText = (code, tell) =>
  code.replace(KEY_LINE, (_, before: string) => {
    tell('PEM block');
    return before + HIDDEN;
  });

const QUOTE = /(?<!\\)(?:["`]|(?<![A-Za-z]{2}(?='(?:[sdt]|re|ve|ll) ))')/g;

/**
 * Skips escaped quotes and the apostrophe of "don't". Each kind of quote can stay unclosed only
 * once per line, so the search takes linear time.
 */
function findQuote(code: string, from: number): number {
  QUOTE.lastIndex = from;
  return QUOTE.exec(code)?.index ?? -1;
}

/**
 * Returns the index of the closing quote, or else of the line's end, because SDKs cut long lines.
 */
function findClose(code: string, open: number): { close: number; isClosed: boolean } {
  const quote = code.charCodeAt(open);
  let at = open + 1;
  for (; at < code.length; at += 1) {
    const sign = code.charCodeAt(at);
    if (sign === quote) return { close: at, isClosed: true };
    if (sign === 10) break;
    if (sign === 92) at += 1;
  }
  return { close: Math.min(at, code.length), isClosed: false };
}

interface Literal {
  readonly open: number;
  readonly literal: string;
}

function isSecret(names: SecretNames, code: string, { open, literal }: Literal): boolean {
  const { mark, end } = readMark(code, open);
  const before = code.slice(Math.max(0, end - MAX_BEFORE), end).replace(WRAPPER, '');
  if (!MARK.test(mark) && !DEFINED.test(before)) return false;
  const verdict = judgeBefore(names, before, mark);
  if (verdict === undefined || verdict === 'safe' || verdict === 'random') return false;
  if (isPlaceholder(literal) || TEMPLATE.test(literal) || isLabel(names, literal)) return false;
  if (/[,(|?]/.test(mark)) return isMixed(literal);
  const isAssigned = /(?<![=!])=(?!=)/.test(mark);
  if (verdict === 'whole' || isAssigned) return !isSentence(literal);
  return isMixed(literal) || /^\w+-/.test(literal);
}

/**
 * Returns the text between a name and a literal, without the literal's prefix such as `f`. `end` is
 * the index where the name ends.
 */
function readMark(code: string, open: number): { mark: string; end: number } {
  let start = open;
  while (start > open - 2 && PREFIX.includes(code[start - 1] ?? ' ')) start -= 1;
  if (/[\w$]/.test(code[start - 1] ?? ' ')) start = open;
  let end = start;
  while (end > 0 && end > start - MAX_MARK && OF_MARK.includes(code[end - 1]!)) end -= 1;
  // A quote that closes a name belongs to the name.
  if (end < start && `"'`.includes(code[end]!)) end += 1;
  return { mark: code.slice(end, start), end };
}

function judgeBefore(names: SecretNames, before: string, mark: string): NameVerdict {
  const name = NAME.exec(before)?.[1];
  const verdict = name === undefined ? undefined : names.judge(name);
  if (verdict !== undefined || !mark.includes('=')) return verdict;
  const typed = TYPED_NAME.exec(before)?.[1];
  return typed === undefined ? undefined : names.judge(typed);
}

function isLabel(names: SecretNames, literal: string): boolean {
  if (WORD.test(literal) || /^(?:\.{0,2}\/[\w./-]*$|https?:\/\/)/.test(literal)) return true;
  return !/\d/.test(literal) && names.judge(literal) !== undefined;
}

function isSentence(literal: string): boolean {
  return /\s/.test(literal) && /^[\p{L}\s.,;:!?'’()…-]+$/u.test(literal);
}

function isMixed(literal: string): boolean {
  return (
    literal.length >= MIN_MIXED &&
    /^[^\s/]+$/.test(literal) &&
    /[A-Za-z]/.test(literal) &&
    /\d/.test(literal)
  );
}
