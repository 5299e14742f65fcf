export interface TypingPlace {
  /**
   * Key before the colon as it was typed, without quotes. Absent while the person types a key or a
   * word.
   */
  readonly key?: string;
  /** Part of the key, word or value before the caret, without quotes and comparison. */
  readonly typed: string;
  readonly comparison: string;
  /** Range of the text that a completion replaces, in UTF-16 units. */
  readonly at: number;
  readonly end: number;
  readonly isInList: boolean;
}

const TOKEN = /"(?:[^"\\]|\\.)*(?:"|\\?$)|\s+|:\[|[,\]:]|[^\s",\]:]+/gsu;
const BLANK = /^\s/u;
const COMPARISON = /^(?:[<>]=?|=)/;

/**
 * Finds the key or value at the caret. Returns undefined inside a quoted text, which has no
 * completions. Unlike `parseSearch`, accepts an unfinished search.
 */
export function findTypingPlace(text: string, caret: number): TypingPlace | undefined {
  const before = text.slice(0, caret);
  const { keyAt, colonAt, valueAt, isInList } = walk(before);
  if (valueAt === undefined) {
    const typed = before.slice(keyAt);
    if (typed.includes('"')) return undefined;
    return { typed, comparison: '', at: keyAt, end: findKeyEnd(text, caret), isInList: false };
  }
  const raw = before.slice(valueAt);
  const skipped = raw.length - raw.trimStart().length;
  const comparison = COMPARISON.exec(raw.trimStart())?.[0] ?? '';
  const at = valueAt + skipped + comparison.length;
  return {
    key: unquote(text.slice(keyAt, colonAt)),
    typed: unquote(before.slice(at)),
    comparison,
    at,
    end: findValueEnd(text, at, caret),
    isInList,
  };
}

interface Walked {
  readonly keyAt: number;
  readonly colonAt: number;
  readonly valueAt: number | undefined;
  readonly isInList: boolean;
}

/**
 * Reads the text from its start, because only the quotes before a quote show whether that quote
 * opens or closes a text.
 */
function walk(before: string): Walked {
  let [termAt, colonAt, isInList] = [0, 0, false];
  let valueAt: number | undefined;
  for (const { 0: token, index } of before.matchAll(TOKEN)) {
    const next = index + token.length;
    if (isInList) {
      if (token === ',') valueAt = next;
      isInList = token !== ']';
    } else if (token === ',' && valueAt !== undefined) valueAt = next;
    else if (BLANK.test(token)) [termAt, valueAt] = [next, undefined];
    else if (token.startsWith(':') && valueAt === undefined) {
      [colonAt, valueAt, isInList] = [index, next, token === ':['];
    }
  }
  return {
    keyAt: /[!-]/.test(before[termAt] ?? '') ? termAt + 1 : termAt,
    colonAt,
    valueAt,
    isInList,
  };
}

function findKeyEnd(text: string, caret: number): number {
  const rest = /^[\w.-]*:?/.exec(text.slice(caret))?.[0] ?? '';
  return caret + rest.length;
}

/**
 * Returns the end of the value at the caret. A quote that was opened before the caret may never be
 * closed.
 */
function findValueEnd(text: string, at: number, caret: number): number {
  const isQuoted = text[at] === '"' && !/^"(?:[^"\\]|\\.)*"/su.test(text.slice(at, caret));
  const rest = text.slice(caret);
  const found = isQuoted ? /^(?:[^"\\]|\\.)*"/su.exec(rest)?.[0] : /^[^\s",\]]*/u.exec(rest)?.[0];
  return caret + (found?.length ?? 0);
}

function unquote(text: string): string {
  return text.replaceAll(/\\(?<letter>["\\])|"/g, '$<letter>');
}
