import {
  erasureLimits,
  isInNetworks,
  parseNetwork,
  type PersonKind,
  type PersonName,
} from '#shared';

import { hasRun } from '../scrubbing/encoded-texts.ts';

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
  return makers[kind](value);
}

/** A name begins at a word boundary, or after a percent escape such as `%3D` in a URL. */
const START = '(?<=^|[^\\w]|%[\\da-fA-F]{2})';
const MAIL_START = '(?<=^|[^\\w.+%-]|%[\\da-fA-F]{2})';
const MAIL_END = '(?![\\w-]|\\.\\w)';

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
  const pattern = new RegExp(`${START}(?:${spellings(value).join('|')})(?!\\w)`, 'g');
  const escaped = encodeURIComponent(value);
  // `includes` is faster than the pattern, and most texts do not contain the id.
  const mayHave = (text: string): boolean => text.includes(value) || text.includes(escaped);
  return { is, redact: (text) => (mayHave(text) ? text.replace(pattern, ERASED) : text) };
}

/** Matches an address also as HTML writes it, in part or as a whole, and within base64. */
function matchEmail(value: string): NameMatcher {
  const key = value.toLowerCase();
  const letters = Array.from(value, (letter) => `(?:${spellLetter(letter).join('|')})`);
  const pattern = new RegExp(`${MAIL_START}${letters.join('')}${MAIL_END}`, 'gi');
  const isEncoded = (run: string): boolean =>
    Buffer.from(run, 'base64').toString().search(pattern) !== -1;
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
      const left = /@|%40|&#|&commat;/.test(text) ? text.replace(pattern, ERASED) : text;
      return hasRun(left, length, () => true) ? redactEncoded(left) : left;
    },
  };
}

const ENTITIES: Readonly<Record<string, string>> = { '@': 'commat', '.': 'period', '+': 'plus' };

/** Lists how a letter may stand in texts, URLs and HTML. */
function spellLetter(letter: string): string[] {
  const codes = [letter.toLowerCase(), letter.toUpperCase()].map((each) => each.codePointAt(0)!);
  const numbers = codes.flatMap((code) => [`&#0{0,5}${code};`, `&#x0{0,5}${code.toString(16)};`]);
  const named = ENTITIES[letter] === undefined ? [] : [`&${ENTITIES[letter]};`];
  return [...new Set([...spellings(letter), ...numbers, ...named])];
}

function spellings(value: string): string[] {
  return [...new Set([value, encodeURIComponent(value)])].map((each) =>
    each.replaceAll(/[$()*+./?[\\\]^{|}-]/g, String.raw`\$&`),
  );
}

/** Matches four numbers joined by dots, unless a fifth number precedes or follows. */
const IPV4 = /(?<![\w.]|\d\.)\d{1,3}(?:\.\d{1,3}){3}(?!\w|\.\d)/g;
/** Matches text that may be an IPv6 address. `isInNetworks` checks each match. */
const IPV6 = /(?:[\da-f]{0,4}:){2,}[\da-f:.]*/gi;

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
  return {
    is: (other) => isIt(toText(other)?.trim() ?? ''),
    redact: (text) => {
      const short = text.includes(':') ? text.replace(IPV6, redactLong) : text;
      return short.replace(IPV4, (found) => (isIt(found) ? ERASED : found));
    },
  };
}

function toText(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  return typeof value === 'number' ? String(value) : undefined;
}
