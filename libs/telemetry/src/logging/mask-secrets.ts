const MASK = '***';

/**
 * The first group of a pattern stays, and the text that matches after this group is masked.
 * Repetitions are bounded, so that untrusted input cannot make matching slow.
 */
const SECRETS: readonly RegExp[] = [
  // Matches the password in a URL such as `postgres://user:password@host`, and the secret half of
  // an old DSN. Users and passwords may contain an unencoded `@`, because URL parsers split at the
  // last `@`.
  /([a-z][a-z+.-]{1,20}:\/\/[^\s/:]{0,200}:)[^\s/"'<>]{1,300}(?=@)/gi,
  /(\bauthorization["']?\s{0,3}[:=]\s{0,3}["']?)[^\s"'][^"'\n]*/gi,
  /(\bcookie["']?\s{0,3}[:=]\s{0,3}["']?)[^\s"'][^"'\n]*/gi,
  /(\bbearer\s)[\w.~+/=-]{8,}/gi,
  /((?:password|passwd|secret|\w_token|api[_-]?key)["']?\s{0,3}[:=]\s{0,3}["']?)[^\s"'&;,]+/gi,
];

/**
 * Matches the part of an email address before the `@`. The domain stays readable, because it shows
 * where mail goes wrong. After a slash, the text before the `@` is the public key of a DSN and is
 * not matched.
 */
const EMAIL =
  /(?<![\w.+/-])[\w.!#$%&'*+=?^`{|}~-]{1,64}(?=@[a-z\d-]{1,63}(?:\.[a-z\d-]{1,63}){0,8}\.[a-z]{2,}\b)/gi;

/**
 * Masks passwords, cookies, named tokens and email addresses (except their domain) in a text. The
 * set-up link stays readable, because people take this link from the log.
 */
export function maskSecrets(text: string): string {
  const masked = SECRETS.reduce((left, secret) => left.replaceAll(secret, `$1${MASK}`), text);
  return masked.includes('@') ? masked.replaceAll(EMAIL, MASK) : masked;
}
