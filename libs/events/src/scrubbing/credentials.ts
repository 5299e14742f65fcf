import { HIDDEN, type HideInText } from './hidden.ts';

/** Credentials of RFC 6750 and RFC 7617. */
const SCHEME = /\b(bearer|basic)(\s{1,3})([A-Za-z\d+/=._~-]{8,})/gi;

/** `Bearer …` and `Basic …`, but no word after either, as in "Basic authentication". */
export const hideCredentials: HideInText = (text, tell) =>
  text.replace(SCHEME, (match, scheme: string, blank: string, value: string) => {
    const isSecret = scheme.toLowerCase() === 'basic' ? isUserAndPassword(value) : isToken(value);
    if (!isSecret) return match;
    tell('credentials');
    return `${scheme}${blank}${HIDDEN}`;
  });

/** What no word is: with a digit, or as long as one of random letters. */
function isToken(value: string): boolean {
  return /\d/.test(value) || value.length >= 30;
}

function isUserAndPassword(value: string): boolean {
  const text = Buffer.from(value.slice(0, 4096), 'base64').toString('latin1');
  return /^[^\p{Cc}:]*:\P{Cc}*$/u.test(text);
}

/** What stands before an `@` of an address: RFC 3986, 3.2.1. Slashes may be escaped, as in JSON within JSON. */
const USER_INFO = /(:\\?\/\\?\/)([^\s/?#"'<>\\]{1,512})@/g;

/** As long as user info and the slashes before it may be. */
const MAX_BEFORE = 516;

/** Whether there may be some: one look at many texts. */
export function mayHaveUserInfo(texts: string): boolean {
  for (let at = texts.indexOf('@'); at !== -1; at = texts.indexOf('@', at + 1)) {
    const before = texts.slice(Math.max(0, at - MAX_BEFORE), at);
    const slash = before.lastIndexOf('/');
    if (slash > 0 && '/\\'.includes(before[slash - 1]!)) return true;
  }
  return false;
}

/** The user of a repository's address is always `git`, and no secret. */
export const hideUserInfo: HideInText = (text, tell) =>
  text.replace(USER_INFO, (match, before: string, user: string) => {
    if (user === HIDDEN || user === 'git') return match;
    tell('user info');
    return `${before}${HIDDEN}@`;
  });
