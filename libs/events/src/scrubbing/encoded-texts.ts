import { HIDDEN, type HideInText } from './hidden.ts';

/**
 * Matches base64 of ASCII text, in the standard or the URL alphabet. The first of every four
 * characters encodes the upper bits of an ASCII character, so only some letters are possible. Few
 * other texts match, and binary data matches only for a few characters.
 */
const ENCODED = /(?<![A-Za-z\d+])(?:[CDI-Za-f][\w+/-]{3}){5}[\w+/-]*={0,2}/g;
const BEGINS = new RegExp(ENCODED.source);
const MIN_LENGTH = 20;
/** Matches characters that show that the bytes are not text. The last character may be cut off. */
const NO_TEXT = /[^\t\n\r\P{Cc}]|\ufffd(?!$)/u;

export function mayBeEncoded(texts: string): boolean {
  return hasRun(texts, MIN_LENGTH, (run) => BEGINS.test(run));
}

/**
 * True when `isSought` accepts a run of at least `length` base64 characters. Looks only at every
 * `length`-th character until one belongs to a run. `isSought` also gets the character before the
 * run, which decides where base64 can begin.
 */
export function hasRun(
  texts: string,
  length: number,
  isSought: (runWithSignBefore: string) => boolean,
): boolean {
  for (let at = length - 1; at < texts.length; at += length) {
    let start = at;
    while (start > at - length && isSign(texts.charCodeAt(start))) start -= 1;
    if (start > at - length) at = start;
    else {
      let end = at + 1;
      while (isSign(texts.charCodeAt(end))) end += 1;
      if (isSought(texts.slice(Math.max(0, start), end))) return true;
      at = end;
    }
  }
  return false;
}

export function hideEncoded(hide: HideInText): HideInText {
  return (text, tell) =>
    text.replace(ENCODED, (match) => {
      const decoded = Buffer.from(match, 'base64').toString('utf8');
      if (NO_TEXT.test(decoded) || hide(decoded, () => undefined) === decoded) return match;
      tell('base64');
      return HIDDEN;
    });
}

function isSign(code: number): boolean {
  return (
    (code >= 97 && code <= 122) ||
    (code >= 65 && code <= 90) ||
    (code >= 47 && code <= 57) ||
    code === 43 ||
    code === 45 ||
    code === 95
  );
}
