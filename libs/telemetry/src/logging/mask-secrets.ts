const MASK = '***';

/** Each is kept up to its first group, and masked after that. Bounded, because lines quote what anybody sends. */
const SECRETS: readonly RegExp[] = [
  // The password of an address, and the secret half of an old DSN: `postgres://user:password@host`. Users and passwords
  // may have an `@` that nobody has encoded: what parses addresses takes the last one.
  /([a-z][a-z+.-]{1,20}:\/\/[^\s/:]{0,200}:)[^\s/"'<>]{1,300}(?=@)/gi,
  /(\bauthorization["']?\s{0,3}[:=]\s{0,3}["']?)[^\s"'][^"'\n]*/gi,
  /(\bcookie["']?\s{0,3}[:=]\s{0,3}["']?)[^\s"'][^"'\n]*/gi,
  /(\bbearer\s)[\w.~+/=-]{8,}/gi,
  // In a query, in JSON, or as a setting is written.
  /((?:password|passwd|secret|\w_token|api[_-]?key)["']?\s{0,3}[:=]\s{0,3}["']?)[^\s"'&;,]+/gi,
];

/** Its local part: the domain says where mail goes wrong. After a slash it is the public key of a DSN. */
const EMAIL =
  /(?<![\w.+/-])[\w.!#$%&'*+=?^`{|}~-]{1,64}(?=@[a-z\d-]{1,63}(?:\.[a-z\d-]{1,63}){0,8}\.[a-z]{2,}\b)/gi;

/**
 * A text without what a log must not keep: passwords, cookies, tokens by their names, and email addresses but for
 * their domain. A link that the start shows, with the token by which Errata is set up, stays whole: it is shown on purpose.
 */
export function maskSecrets(text: string): string {
  const masked = SECRETS.reduce((left, secret) => left.replaceAll(secret, `$1${MASK}`), text);
  return masked.includes('@') ? masked.replaceAll(EMAIL, MASK) : masked;
}
