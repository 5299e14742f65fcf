/**
 * Tells which values a name hides:
 * - `whole`: every value, also numbers and objects.
 * - `many`: every value except numbers, because a plural such as `passwords` may be a count.
 * - `text`: texts and lists. In an object, the names of its own fields decide.
 * - `random`: only texts that look random, such as `code` and `state` of OAuth, but not the code of
 *   an error.
 * - `safe`: nothing, because the project's settings exempt this name.
 */
export type NameVerdict = 'whole' | 'many' | 'text' | 'random' | 'safe' | undefined;

/** Words that mean a secret anywhere in a name: `password_hash`, `clientSecret`. */
const ANYWHERE = new Set([
  'apikey',
  'credential',
  'creditcard',
  'jwt',
  'passcode',
  'passphrase',
  'passwd',
  'password',
  'passwordhash',
  'privatekey',
  'pwd',
  'secret',
]);

/** Ends of words that were run together: `PGPASSWORD`, `dbpassword`. */
const RUN_TOGETHER =
  /(?:password|passwd|passphrase|apikey|secretkey|clientsecret|(?:access|auth|refresh|bearer)token)$/;

/** Words at the end of a name that mean a secret, whatever the type of the value. */
const WHOLE_AT_END = new Set(['cvc', 'cvv', 'iban', 'otp', 'pin']);

/**
 * Words at the end of a name that mean a secret text: `csrf_token` and `X-Auth`, but not
 * `token_count` or `auth_type`.
 */
const TEXT_AT_END = new Set([
  'auth',
  'authorization',
  'bearer',
  'cookie',
  'csrf',
  'csrfmiddlewaretoken',
  'csrftoken',
  'jsessionid',
  'pass',
  'phpsessid',
  'sessid',
  'sessionid',
  'sid',
  'token',
  'xsrf',
]);

/** Two adjacent words that mean a secret anywhere in a name. */
const PAIRS = new Set([
  'access key',
  'account key',
  'amz signature',
  'api key',
  'auth code',
  'auth key',
  'backup code',
  'client cert',
  'code verifier',
  'device code',
  'authorization code',
  'card number',
  'connection string',
  'encryption key',
  'goog signature',
  'license key',
  'oauth code',
  'pass code',
  'pass phrase',
  'pass word',
  'private key',
  'recovery code',
  'security code',
  'service key',
  'session id',
  'session key',
  'shared key',
  'signing key',
  'ssh key',
  'verification code',
]);

/**
 * Names that mean a secret only without other words and only with a random value: `code`, but not
 * `exit code`.
 */
const RANDOM_ALONE = new Set(['code', 'sig', 'signature', 'state']);

/** Words that are ignored at the end of a name: `token_value`, `auth_header`. */
const NEUTRAL_AT_END = new Set(
  'confirm confirmation content current data encoded encrypted hash hashed header hex input new old plain raw repeat str string text value'.split(
    ' ',
  ),
);

/** Last words of names that only describe a secret: `password_attempts`, `token_type`. */
const HARMLESS_AT_END = new Set(
  `age alg algorithm allowed at attempt audience change changed count counter created disabled duration enabled endpoint error exempt
  exist expiration expire expired expiry failed failure fault field file filename form format in index issuer kind label len length limit
  manager max method min mode name page path placeholder policy position prefix present provider reason required retries rotation rule scheme scope
  screen service size state status strength timeout total ttl type updated uri url usage used valid validation validity validator
  version view`.split(/\s+/),
);

/** First words of names that only describe a secret: `has_password`, `max_tokens`. */
const HARMLESS_AT_START = new Set(
  'allow can count has have is max min need num require should show total use'.split(' '),
);

/** Words before `pin` that mean a pin on a map or a circuit board, not a bank's PIN. */
const PLACES_OF_PINS = new Set(
  'adc analog board chip clock connector digital drop gpio input io led location map marker motor output place power sensor'.split(
    ' ',
  ),
);

const LONGER_OF_PAIRS = [...PAIRS].map((pair) => {
  const [first = '', last = ''] = pair.split(' ');
  return first.length < last.length ? last : first;
});
/** Every built-in verdict needs one of these words. Few names have one, and reading words is slow. */
const TELLING = new RegExp(
  [...ANYWHERE, ...WHOLE_AT_END, ...TEXT_AT_END, ...RANDOM_ALONE, ...LONGER_OF_PAIRS].join('|'),
);

const MAX_NAME_LENGTH = 200;

export class SecretNames {
  private readonly secret: readonly string[];
  private readonly safe: ReadonlySet<string>;

  constructor({
    secretNames,
    safeNames,
  }: {
    readonly secretNames: readonly string[];
    readonly safeNames: readonly string[];
  }) {
    this.secret = secretNames.map(toPhrase).filter((phrase) => phrase !== '  ');
    this.safe = new Set(safeNames.map(toPhrase));
  }

  /**
   * Compares whole words in any case and with any separator: `API-Key`, `apiKey`, `api_key` and
   * `x.api.key` get one verdict.
   */
  judge(name: string): NameVerdict {
    return this.decide(name.length > MAX_NAME_LENGTH ? name.slice(-MAX_NAME_LENGTH) : name);
  }

  get ownWords(): string[] {
    return this.secret.flatMap((phrase) => phrase.trim().split(' '));
  }

  private decide(name: string): NameVerdict {
    const isPlain = this.safe.size === 0 && this.secret.length === 0;
    if (isPlain && !TELLING.test(name.toLowerCase())) return undefined;
    const words = toWords(name);
    if (words.length === 0) return undefined;
    if (!isPlain) {
      const phrase = ` ${words.join(' ')} `;
      if (this.safe.has(phrase)) return 'safe';
      if (this.secret.some((own) => phrase.includes(own))) return 'whole';
    }
    return judgeWords(words);
  }
}

function judgeWords(sent: readonly string[]): NameVerdict {
  const words = sent.map(toSingular);
  if (words.length === 1 && RANDOM_ALONE.has(words[0]!)) return 'random';
  if (isHarmless(words)) return undefined;
  if (words.some((word) => ANYWHERE.has(word) || RUN_TOGETHER.test(word)) || hasPair(words)) {
    return words.at(-1) === sent.at(-1) ? 'whole' : 'many';
  }
  const at = words.findLastIndex((word) => !NEUTRAL_AT_END.has(word));
  const telling = words[at] ?? '';
  if (telling === 'pin' && PLACES_OF_PINS.has(words[at - 1] ?? '')) return undefined;
  if (WHOLE_AT_END.has(telling)) return 'whole';
  return TEXT_AT_END.has(telling) ? 'text' : undefined;
}

function isHarmless(words: readonly string[]): boolean {
  const [first = ''] = words;
  return HARMLESS_AT_END.has(words.at(-1)!) || (words.length > 1 && HARMLESS_AT_START.has(first));
}

function hasPair(words: readonly string[]): boolean {
  return words.some((word, index) => PAIRS.has(`${word} ${words[index + 1]}`));
}

/** `status` and `pass` are no plurals. */
function toSingular(word: string): string {
  return word.length > 3 && word.endsWith('s') && !/(?:ss|us|is)$/.test(word)
    ? word.slice(0, -1)
    : word;
}

function toPhrase(name: string): string {
  return ` ${toWords(name).join(' ')} `;
}

function toWords(name: string): string[] {
  return name
    .replaceAll(/(?<=[a-z\d])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/g, ' ')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .map((word) => word.replace(/\d+$/, ''))
    .filter((word) => word !== '');
}
