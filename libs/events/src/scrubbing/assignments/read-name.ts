import type { NameVerdict, SecretNames } from '../secret-names.ts';

/** Maximum length of a name, and of the blanks between the name and its `=` or `:`. */
const MAX_NAME = 100;
const MAX_BLANKS = 3;

export const QUOTES = '"\'`';

/**
 * Judges a name of up to two words, as in `api key: x`. The last word decides alone when it can,
 * otherwise both words decide together.
 */
export function judgeName(names: SecretNames, name: string): NameVerdict {
  if (name === '') return undefined;
  const blank = name.indexOf(' ');
  if (blank === -1) return names.judge(name);
  return names.judge(name.slice(blank + 1)) ?? names.judge(name);
}

export function readName(text: string, at: number) {
  let end = text[at - 1] === ':' ? at - 1 : at;
  while (end > 0 && text[end - 1] === ' ' && at - end < MAX_BLANKS) end -= 1;
  const blanks = at - end;
  const closing = text[end - 1] ?? ' ';
  const isQuoted = QUOTES.includes(closing);
  if (isQuoted) {
    end -= 1;
    while (end > 0 && text[end - 1] === '\\' && at - end < 2 * MAX_BLANKS) end -= 1;
  } else if (closing === ']') end -= 1;
  else if (closing === 'D' && text.startsWith('%5D', end - 3)) end -= 3;
  return { name: readWords(text, end), isQuoted, blanks };
}

function readWords(text: string, end: number): string {
  let start = end;
  let words = 1;
  for (; start > 0 && end - start < MAX_NAME; start -= 1) {
    if (isOfName(text.charCodeAt(start - 1))) continue;
    if (text[start - 1] !== ' ' || words === 2 || start === end) break;
    words += 1;
  }
  const name = text.slice(start, end).trimStart();
  const before = text[start - 1];
  // Skips an encoded `[` or `&` before the name.
  if (before === '%' && name.startsWith('5B')) return name.slice(2);
  return before === '\\' && name.startsWith('u0026') ? name.slice(5) : name;
}

/** Letters, digits, `_`, `-`, `.`, and everything beyond ASCII. */
function isOfName(code: number): boolean {
  return (
    (code >= 97 && code <= 122) ||
    (code >= 65 && code <= 90) ||
    (code >= 48 && code <= 57) ||
    code === 95 ||
    code === 45 ||
    code === 46 ||
    code > 127
  );
}
