/** Words that tell of a secret wherever they stand in a name: `password_hash`, `clientSecret`. */
const ANYWHERE = new Set([
  'apikey',
  'bearer',
  'creditcard',
  'passcode',
  'authorization',
  'credential',
  'credentials',
  'jwt',
  'passphrase',
  'passwd',
  'password',
  'passwords',
  'passwordhash',
  'privatekey',
  'pwd',
  'secret',
  'secrets',
]);

/** Ends of words that were run together: `PGPASSWORD`, `dbpassword`. */
const RUN_TOGETHER = ['password', 'passwd', 'passphrase', 'apikey', 'secretkey', 'accesstoken'];

/** Words that tell of one only as the end of a name: `csrf_token` and `X-Auth`, but not `token_count` or `auth_type`. */
const AT_END = new Set([
  'accesstoken',
  'auth',
  'authtoken',
  'cookie',
  'cookies',
  'csrf',
  'csrftoken',
  'csrfmiddlewaretoken',
  'jsessionid',
  'pass',
  'phpsessid',
  'pin',
  'refreshtoken',
  'sessid',
  'sessionid',
  'sid',
  'token',
  'xsrf',
  'cvc',
  'cvv',
  'iban',
  'otp',
]);

/** Two words that follow each other, at the end or before a last word. */
const PAIRS = new Set([
  'access key',
  'account key',
  'api key',
  'auth key',
  'card number',
  'connection string',
  'encryption key',
  'license key',
  'private key',
  'service key',
  'session id',
  'session key',
  'shared key',
  'signing key',
  'ssh key',
]);

/** Names that were looked at: an application's are the same in all of its events. Begun anew when there are too many. */
const known = new Map<string, boolean>();
const MAX_KNOWN = 4000;
const MAX_NAME_LENGTH = 200;

/**
 * Whether a field of that name holds a secret. Looks at whole words, in any case and separator: `API-Key`, `apiKey`,
 * `api_key` and `x.api.key` are one.
 */
export function isSecretName(name: string): boolean {
  const before = known.get(name);
  if (before !== undefined) return before;
  if (name.length > MAX_NAME_LENGTH) return isSecret(name.slice(-MAX_NAME_LENGTH));
  const isOne = isSecret(name);
  if (known.size === MAX_KNOWN) known.clear();
  known.set(name, isOne);
  return isOne;
}

function isSecret(name: string): boolean {
  const words = toWords(name);
  const last = words.at(-1);
  if (last === undefined) return false;
  return (
    AT_END.has(last) ||
    words.some((word) => RUN_TOGETHER.some((end) => word.endsWith(end))) ||
    words.some((word) => ANYWHERE.has(word)) ||
    words.some((word, index) => PAIRS.has(`${word} ${words[index + 1]}`))
  );
}

function toWords(name: string): string[] {
  return name
    .replaceAll(/(?<=[a-z\d])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/g, ' ')
    .toLowerCase()
    .split(/[^a-z\d]+/)
    .map((word) => word.replace(/\d+$/, ''))
    .filter((word) => word !== '');
}
