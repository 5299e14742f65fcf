import { parseEmail } from '../accounts/email.ts';
import { refuse } from './scan.ts';
import type { RawValue } from './scan.ts';
import type { KeyCondition, Parsed } from './search.ts';
import { findSearchKey, searchKeys } from './search-keys.ts';
import type { KeyOfSearch, SearchKey } from './search-keys.ts';
import { readAge, readDate } from './search-time.ts';
import type {
  Compared,
  Comparison,
  LatestRelease,
  Pattern,
  ReleaseName,
  ValuesOf,
} from './value-kinds.ts';

const COMPARISON = /^(?<is>[<>]=?|=)(?<to>.+)$/s;
const RANGE = /^(?<from>.+?)\.\.(?<upTo>.+)$/s;
const COUNT = /^\d{1,15}$/;

type Readers = {
  readonly [Kind in keyof ValuesOf]: (
    value: RawValue,
    entry: KeyOfSearch,
  ) => ValuesOf[Kind] | undefined;
};

const readers: Readers = {
  choice: (value, { values, otherValues = {} }) => {
    const word = toText(value).toLowerCase();
    const known = Object.hasOwn(otherValues, word) ? otherValues[word] : word;
    return values?.find((each) => each === known);
  },
  person: (value) => readPerson(toText(value)),
  time: (value) => readAge(toText(value)) ?? readCompared(value, readDate),
  count: (value) => readCompared(value, (text) => (COUNT.test(text) ? Number(text) : undefined)),
  name: readName,
  part: toPattern,
  release: (value) => {
    const compared = splitComparison(value);
    if (compared?.is !== '=') return compared ?? readRelease(value);
    const [first, ...pieces] = value.pieces;
    return readRelease({
      ...value,
      pieces: [{ ...first!, text: first!.text.slice(1) }, ...pieces],
    });
  },
  has: (value) => findSearchKey(toText(value)) ?? toText(value),
};

/**
 * Hints for values that cannot be read. Parts of texts need none, because any value is valid.
 */
const hints: Partial<Record<keyof ValuesOf, string>> = {
  person: 'After assigned: write me, none or an email address.',
  name: 'Write the name of the release. release:latest finds issues of the newest one.',
  time: 'Write a time like -24h (the last 24 hours), +2w (more than two weeks ago), 2026-01-05 or >=2026-01-05T12:30, 2026-01-05..2026-01-07.',
  count: 'Write a number like 5, >100, <=20 or 10..100.',
};

export function readValues(key: SearchKey, raw: readonly RawValue[]): Parsed<KeyCondition> {
  const entry: KeyOfSearch = searchKeys[key];
  const { kind } = entry;
  const values: unknown[] = [];
  for (const each of raw) {
    const value = readers[kind](each, entry);
    if (value === undefined) {
      const message = hints[kind] ?? `After ${key}: write one of ${entry.values?.join(', ')}.`;
      return refuse({ at: each.at, end: each.end, message });
    }
    values.push(value);
  }
  // The cast is safe, because the reader of this kind has made the values.
  return { ok: true, value: { kind, key, values } as unknown as KeyCondition };
}

/** `*` stands for any text, except in quotes. Several `*` in a row count as one. */
export function toPattern({ pieces }: RawValue): Pattern {
  const pattern = [''];
  for (const { text, isQuoted } of pieces) {
    const [first = '', ...rest] = isQuoted ? [text] : text.split(/\*+/);
    pattern.push(pattern.pop()! + first, ...rest);
  }
  // An empty text appears where one piece ends with `*` and the next begins with it. Such texts are
  // removed.
  return pattern.filter(
    (text, index) => text !== '' || index === 0 || index === pattern.length - 1,
  );
}

const LATEST = 'latest';

/** Refuses `firstRelease:latest`, since only `release:` looks up the newest release. */
function readName(value: RawValue, { refusesLatest }: KeyOfSearch): Pattern | undefined {
  const isQuoted = value.pieces.some((piece) => piece.isQuoted);
  if (refusesLatest && !isQuoted && toText(value).toLowerCase() === LATEST) return undefined;
  return toPattern(value);
}

/** A name in quotes, or with special characters, must match the whole release. */
function readRelease(value: RawValue): Pattern | ReleaseName | LatestRelease {
  const pattern = toPattern(value);
  const isWhole = value.pieces.some(
    ({ text, isQuoted }) => text !== '' && (isQuoted || /[[\]<>]/.test(text)),
  );
  if (isWhole) return pattern;
  return toText(value).toLowerCase() === LATEST ? { latest: true } : { named: pattern };
}

function toText({ pieces }: RawValue): string {
  return pieces.map(({ text }) => text).join('');
}

function readPerson(text: string): string | undefined {
  const word = text.toLowerCase().replace(/^@(?=me$)/, '');
  return word === 'me' || word === 'none' ? word : parseEmail(text)?.key;
}

function readCompared<T>(
  value: RawValue,
  read: (text: string) => T | undefined,
): Compared<T> | undefined {
  const { from, upTo: end = '' } = RANGE.exec(toText(value))?.groups ?? {};
  if (from !== undefined) {
    const [to, upTo] = [read(from), read(end)];
    return to === undefined || upTo === undefined ? undefined : { is: '>=', to, upTo };
  }
  const { is, to: text } = splitComparison(value) ?? { is: '=' as const, to: toText(value) };
  const to = read(text);
  return to === undefined ? undefined : { is, to };
}

/**
 * Splits a value into comparison and rest. Returns undefined when the value begins with no
 * comparison. A comparison in quotes is part of the value.
 */
function splitComparison(value: RawValue): Compared<string> | undefined {
  if (value.pieces[0]?.isQuoted !== false) return undefined;
  const { is, to } = COMPARISON.exec(toText(value))?.groups ?? {};
  return is === undefined || to === undefined ? undefined : { is: is as Comparison, to };
}
