import { isPlaceholder } from './assignments/find-value.ts';
import { HIDDEN, type HideInText } from './hidden.ts';

/**
 * Matches bearer tokens (RFC 6750) and Basic credentials (RFC 7617). `AUTHORIZATION` matches any
 * scheme after the name of the header.
 */
const SCHEME = /\b(bearer|basic)(\s{1,3})([A-Za-z\d+/=._~-]{2,})/gi;
const AUTHORIZATION =
  /((?<![a-z])authorization\\?["']?\s?[:=]\s?\\?["']?[A-Za-z][\w-]{1,30}\s)([^\s"',;\\[]{4,})/gi;
/** Matches plain words, which are no credentials, as in "expects Bearer access_token". */
const WORD = /^[a-z]+(?:[_-](?:auth|scheme|token))?[.=]*$/;

export function mayHaveCredentials(texts: string): boolean {
  return /(?:bearer|basic|authorization\W{1,5}[\w-]{2,31})\s/i.test(texts);
}

/**
 * Hides the value after `Bearer` or `Basic`, but not an ordinary word, as in "Basic
 * authentication".
 */
export const hideCredentials: HideInText = (text, tell) =>
  text
    .replace(SCHEME, (match, scheme: string, blank: string, value: string) => {
      const isSecret = scheme.toLowerCase() === 'basic' ? isUserAndPassword(value) : isToken(value);
      if (!isSecret) return match;
      tell('credentials');
      return `${scheme}${blank}${HIDDEN}`;
    })
    .replace(AUTHORIZATION, (match, before: string, value: string) => {
      if (WORD.test(value) || isPlaceholder(value)) return match;
      tell('credentials');
      return before + HIDDEN;
    });

function isToken(value: string): boolean {
  return !WORD.test(value) && /[A-Za-z\d]/.test(value);
}

function isUserAndPassword(value: string): boolean {
  const text = Buffer.from(value.slice(0, 4096), 'base64').toString('latin1');
  return value.length >= 8 && /^[^\p{Cc}:]*:\P{Cc}*$/u.test(text);
}

/**
 * Matches user info before the `@` of a URL (RFC 3986, 3.2.1). Slashes may be escaped, as in JSON
 * inside JSON.
 */
const USER_INFO = /(:\\?\/\\?\/)([^\s/?#"'<>\\]{1,512})@/g;
/**
 * Matches passwords in URLs of databases, which people often do not escape. A port number does not
 * count as a password.
 */
const OF_DATABASE =
  /\b((?:postgres(?:ql)?|mysql|mariadb|mongodb|rediss?|amqps?|mssql|sqlserver|clickhouse|ldaps?)(?:\+\w{1,20})?:\\?\/\\?\/[^\s:/?#@"'<>\\]{0,100}:)(?!\d{1,5}[/?#,])([^\s"'<>@]{1,200})(?=@)/g;
/** Matches the connection strings of Go's and Oracle's drivers, which are not URLs. */
const OF_DRIVER =
  /((?<![\w./-])[\w.-]{1,60}:)([^\s:@"'/]{1,200})(?=@(?:tcp|udp|unix)\()|(\boracle:\w{2,6}:[\w$]{1,60}\/)([^\s@"'/]{1,200})(?=@)/g;

const MAX_BEFORE = 516;

export function mayHaveUserInfo(texts: string): boolean {
  let from = 0;
  for (let at = texts.indexOf('@'); at !== -1; at = texts.indexOf('@', from)) {
    if (texts.startsWith('tcp(', at + 1) || texts.startsWith('unix(', at + 1)) return true;
    // Nothing before the last `@` can count, because it would have counted there.
    const before = texts.slice(Math.max(from, at - MAX_BEFORE), at);
    from = at + 1;
    const word = before.slice(Math.max(before.lastIndexOf(' '), before.lastIndexOf('\n')) + 1);
    if (word.includes('//') || word.includes('/\\/') || word.includes('oracle:')) return true;
  }
  return false;
}

/**
 * Hides user names and passwords in URLs. Keeps the user `git`, which URLs of repositories contain.
 */
export const hideUserInfo: HideInText = (text, tell) => {
  const hide = (before: string) => {
    tell('user info');
    return before + HIDDEN;
  };
  return text
    .replace(USER_INFO, (match, before: string, user: string) =>
      user === HIDDEN || user === 'git' || isTemplate(user) ? match : `${hide(before)}@`,
    )
    .replace(OF_DATABASE, (match, before: string, password: string) =>
      isTemplate(before.replace(/.*\//, '') + password) ? match : hide(before),
    )
    .replace(OF_DRIVER, (match, ...[ofGo, passwordOfGo, ofOracle, password]: string[]) =>
      isPlaceholder(passwordOfGo ?? password ?? '') ? match : hide(ofGo ?? ofOracle ?? ''),
    );
};

/** Recognises templates in programs: `${user}:${password}`, `%s:%s`, `$user:$password`. */
function isTemplate(user: string): boolean {
  const password = user.slice(user.indexOf(':') + 1);
  return isPlaceholder(password) || /^\$\w+:\$\w+$/.test(user);
}
