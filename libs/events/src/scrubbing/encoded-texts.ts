import { HIDDEN, type HideInText } from './hidden.ts';

/**
 * Base64, plain or of URLs, of a text: the first of four signs has the upper bits of an ASCII character. So have few other
 * runs of letters, and no picture has more than a few.
 */
const ENCODED = /(?<![A-Za-z\d+])(?:[CDI-Za-f][\w+/-]{3}){5}[\w+/-]*={0,2}/g;
const BEGINS = new RegExp(ENCODED.source);
const MIN_LENGTH = 20;
/** Of bytes that are no text. The end may be cut within a character. */
const NO_TEXT = /[^\t\n\r\P{Cc}]|\ufffd(?!$)/u;

export function mayBeEncoded(texts: string): boolean {
  return hasRun(texts, MIN_LENGTH, (run) => BEGINS.test(run));
}

/**
 * Whether a run of so many letters, digits and signs of base64 is one that is sought: a quick look, from the end of one
 * shortest run to that of the next. The sign before a run decides where base64 can begin in it.
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

/** Takes out what is the base64 of a text in which `hide` finds something. */
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
