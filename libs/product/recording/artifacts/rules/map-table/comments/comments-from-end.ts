const TAB = 9;
const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;
const SPACE = 32;

/**
 * A comment with one of these characters in its value is ignored. Such a comment stands inside a
 * string, as in bundles that call `eval`.
 */
const REFUSED = new Set(['"', '`', '\\'].map((character) => character.charCodeAt(0)));

export interface CommentValue {
  readonly value: string;
  readonly start: number;
}

/**
 * Yields the values of comments `//# key=value`, last first. A block comment that begins with `#`
 * counts as well, when it ends on the same line. Old comments begin with `@` in place of `#`. A
 * comment with two slashes must end its line.
 *
 * Each step reads only between two occurrences of `key=`, so that hostile code takes no longer than
 * other code.
 */
export function* commentsFromEnd(code: string, key: string): Generator<CommentValue> {
  const needle = `${key}=`;
  let end = code.length;
  while (end >= needle.length) {
    const at = code.lastIndexOf(needle, end - needle.length);
    if (at === -1) return;
    const comment = readComment(code, { at, valueStart: at + needle.length, end });
    if (comment) yield comment;
    end = at;
  }
}

interface Place {
  readonly at: number;
  readonly valueStart: number;
  readonly end: number;
}

function readComment(code: string, { at, valueStart, end }: Place): CommentValue | undefined {
  let opened = at;
  while (isBlank(code.charCodeAt(opened - 1))) opened -= 1;
  const opener = code.slice(Math.max(0, opened - 3), opened);
  if (!/^\/[/*][#@]$/.test(opener)) return undefined;
  const isBlock = opener[1] === '*';
  const valueEnd = findValueEnd(code, { valueStart, end, isBlock });
  if (valueEnd === undefined || valueEnd === valueStart) return undefined;
  let closed = valueEnd;
  while (closed < end && isBlank(code.charCodeAt(closed))) closed += 1;
  const isClosed = isBlock
    ? code.startsWith('*/', closed)
    : closed === code.length || isLineEnd(code.charCodeAt(closed));
  return isClosed ? { value: code.slice(valueStart, valueEnd), start: opened - 3 } : undefined;
}

interface ValuePlace {
  readonly valueStart: number;
  readonly end: number;
  readonly isBlock: boolean;
}

function findValueEnd(code: string, { valueStart, end, isBlock }: ValuePlace): number | undefined {
  for (let at = valueStart; at < end; at += 1) {
    const character = code.charCodeAt(at);
    if (isBlank(character) || isLineEnd(character)) return at;
    if (isBlock && code.startsWith('*/', at)) return at;
    if (REFUSED.has(character)) return undefined;
  }
  return end;
}

function isBlank(character: number): boolean {
  return character === SPACE || character === TAB;
}

function isLineEnd(character: number): boolean {
  return character === LINE_FEED || character === CARRIAGE_RETURN;
}
