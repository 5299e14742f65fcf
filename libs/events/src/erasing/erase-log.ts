import { erasureLimits, type PersonName } from '#shared';
import { ERASED, matchName, type NameMatcher } from './name-matcher.ts';

export interface LogTexts {
  readonly body: string;
  readonly attributes: Readonly<Record<string, string | number | boolean>>;
}

/** Attributes that name the user of a log. Two users may have the same one of `SHARED`. */
const OWN = ['user.id', 'user.email', 'enduser.id'];
const SHARED = ['user.name', 'user.username', 'user.full_name'];
const ADDRESSES = ['user.ip_address', 'client.address'];
const NAMES = new Set([...OWN, ...SHARED]);

/**
 * Returns a copy of the log without the person, or undefined when the log does not name them.
 * `others` are names that events told of the person. When the person is the log's user, also erases
 * all other names of that user.
 */
export function eraseLog<Texts extends LogTexts>(
  log: Texts,
  person: NameMatcher,
  others: readonly NameMatcher[],
): Texts | undefined {
  const isUser = isOfUser(log, person, others);
  const matchers = isUser ? [person, ...others, ...listNames(log).map(matchName)] : [person];
  const redact = (text: string): string =>
    matchers.some((matcher) => matcher.is(text))
      ? ERASED
      : matchers.reduce((left, matcher) => matcher.redact(left), text);
  const attributes = Object.entries(log.attributes).map(([name, value]) => {
    const isShort = String(value).length < erasureLimits.wordLength;
    // Short numbers and booleans of others equal ids of people by chance.
    if (typeof value !== 'string' && isShort && !NAMES.has(name)) return [name, value] as const;
    const erased = redact(String(value));
    return [name, erased === String(value) ? value : erased] as const;
  });
  const erased = { ...log, body: redact(log.body), attributes: Object.fromEntries(attributes) };
  const isSame = attributes.every(([name, value]) => value === log.attributes[name]);
  return isSame && erased.body === log.body ? undefined : erased;
}

/**
 * Returns whether the person is the log's user. A log that names another user's address or id belongs
 * to that user, even when both have the same name. The address decides before the id, because anybody
 * can send an event that joins the address of one user to the id of another.
 */
function isOfUser(
  { attributes }: LogTexts,
  person: NameMatcher,
  others: readonly NameMatcher[],
): boolean {
  const isOne = (names: readonly string[], matchers: readonly NameMatcher[]): boolean =>
    names.some((name) => matchers.some((matcher) => matcher.is(attributes[name])));
  if (isOne([...OWN, ...SHARED, ...ADDRESSES], [person])) return true;
  if ('user.email' in attributes) return isOne(['user.email'], others);
  return isOne(OWN.some((name) => name in attributes) ? OWN : SHARED, others);
}

function listNames({ attributes }: LogTexts): PersonName[] {
  const read = (kind: PersonName['kind'], names: readonly string[]): PersonName[] =>
    names
      .map((name) => String(attributes[name] ?? ''))
      .filter((value) => value !== '')
      .map((value) => ({ kind, value }));
  return [...read('id', [...OWN, ...SHARED]), ...read('address', ADDRESSES)];
}
