import {
  erasureLimits,
  isInNetworks,
  parseNetwork,
  type PersonKind,
  type PersonName,
} from '#shared';

import { hasRun } from '../scrubbing/encoded-texts.ts';
import { readEscapes } from './read-escapes.ts';

export const ERASED = '[Erased]';

export interface NameMatcher {
  readonly is: (value: unknown) => boolean;
  /**
   * Replaces the name wherever it stands as a whole word. Returns the same text when the name is
   * absent.
   */
  readonly redact: (text: string) => string;
}

const makers: Readonly<Record<PersonKind, (value: string) => NameMatcher>> = {
  id: matchId,
  email: matchEmail,
  address: matchAddress,
};

export function matchName({ kind, value }: PersonName): NameMatcher {
  const isLong = value.length > erasureLimits.nameLength;
  return isLong ? matchLong(value) : makers[kind](value);
}

/**
 * Nobody searches for so long a name, but an event may give one. A pattern of it would be too large,
 * and a search for it too slow, so a text ends where the name begins.
 */
function matchLong(value: string): NameMatcher {
  const start = value.slice(0, erasureLimits.nameLength);
  return {
    is: (other) => toText(other) === value,
    redact: (text) => {
      const at = text.indexOf(start);
      return at === -1 ? text : text.slice(0, at) + ERASED;
    },
  };
}

/** Signs of words. Other scripts write words without spaces between them, or join particles to names. */
const WORD = '\\w\\p{sc=Latin}\\p{sc=Greek}\\p{sc=Cyrillic}\\p{M}';
/** A name begins at a word boundary, or after an escape of a control sign, such as `\\n`, in JSON. */
const ESCAPE = String.raw`\\[bfnrt]`;
const START = `(?<=^|[^${WORD}]|${ESCAPE})`;
const MAIL_START = `(?<=^|[^${WORD}.+%-]|${ESCAPE})`;
const MAIL_END = `(?![${WORD}-]|\\.[${WORD}])`;

/**
 * Matches an id case-sensitively. An id with an `@` is matched like an email address, ignoring
 * case.
 */
function matchId(value: string): NameMatcher {
  if (value.includes('@')) return matchEmail(value);
  const is = (other: unknown): boolean => toText(other) === value;
  if (value.length < erasureLimits.wordLength) {
    return { is, redact: (text) => (text === value ? ERASED : text) };
  }
  // Forms write a space as a plus sign.
  const spelled = quote(value).replaceAll(' ', '[ +]');
  return { is, redact: replaceRead(new RegExp(`${START}${spelled}(?![${WORD}])`, 'gu')) };
}

/** Matches an address also within base64. */
function matchEmail(value: string): NameMatcher {
  const key = value.toLowerCase();
  const replace = replaceRead(new RegExp(`${MAIL_START}${quote(value)}${MAIL_END}`, 'giu'));
  const isEncoded = (run: string): boolean => {
    const text = Buffer.from(run, 'base64').toString();
    return replace(text) !== text;
  };
  const length = Math.ceil((Buffer.byteLength(value) * 4) / 3);
  // A run with slashes is either one piece of base64 or the segments of a path.
  const runs = ['[\\w+-]', '[\\w+/-]'].map((sign) => new RegExp(`${sign}{${length},}={0,2}`, 'g'));
  const redactEncoded = (text: string): string =>
    runs.reduce(
      (left, run) => left.replace(run, (found) => (isEncoded(found) ? ERASED : found)),
      text,
    );
  return {
    is: (other) => toText(other)?.trim().toLowerCase() === key,
    redact: (text) => {
      const left = /[@&]|%(?:25){0,4}40|\\(?:u00|x)40/.test(text) ? replace(text) : text;
      return hasRun(left, length, () => true) ? redactEncoded(left) : left;
    },
  };
}

/** Returns a function that replaces each match, also where the text has it with escapes. */
function replaceRead(pattern: RegExp): (text: string) => string {
  return (text) => {
    const left = text.replace(pattern, ERASED);
    if (!/[%&\\]/.test(left)) return left;
    const { plain, toSource } = readEscapes(left);
    let [erased, from] = ['', 0];
    for (const { index, 0: found } of plain.matchAll(pattern)) {
      erased += left.slice(from, toSource(index)) + ERASED;
      from = toSource(index + found.length);
    }
    return erased + left.slice(from);
  };
}

function quote(text: string): string {
  return text.replaceAll(/[$()*+./?[\\\]^{|}]/g, String.raw`\$&`);
}

/** Matches four numbers joined by dots, unless a fifth number precedes or follows. */
const IPV4 = /(?<![\w.]|\d\.)\d{1,3}(?:\.\d{1,3}){3}(?!\w|\.\d)/g;
/** Matches text that may be an IPv6 address. `isInNetworks` checks each match. */
const IPV6 = /(?:[\da-f]{0,4}:){2,}[\da-f:.]*/gi;

const ADDRESS_START = `(?<!\\d\\.|[\\da-fA-F]:)${START}`;
const ADDRESS_END = `(?![${WORD}]|[.:][\\da-fA-F])`;

/** Compares parsed addresses, because IPv6 has many spellings and IPv4 may be written as IPv6. */
function matchAddress(value: string): NameMatcher {
  const network = parseNetwork(value);
  const isIt = (text: string): boolean => network !== undefined && isInNetworks([network], text);
  const redactLong = (found: string): string => {
    // A leading colon and a final `.` or `:` belong to the surrounding sentence, not to the
    // address.
    const bare = found.replace(/^:(?!:)/, '').replace(/(?<!:)[:.]$/, '');
    return isIt(bare) ? found.replace(bare, ERASED) : found;
  };
  const replace = replaceRead(new RegExp(`${ADDRESS_START}${quote(value)}${ADDRESS_END}`, 'giu'));
  return {
    is: (other) => isIt(toText(other)?.trim() ?? ''),
    redact: (text) => {
      const long = text.includes(':') ? text.replace(IPV6, redactLong) : text;
      const left = long.replace(IPV4, (found) => (isIt(found) ? ERASED : found));
      return replace(left);
    },
  };
}

function toText(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  return typeof value === 'number' ? String(value) : undefined;
}
