import {
  erasureLimits,
  isInNetworks,
  parseNetwork,
  type PersonKind,
  type PersonName,
} from '#shared';

/** Stands where something was erased. */
export const ERASED = '[Erased]';

/** Finds one name of a person. */
export interface NameMatcher {
  /** Whether a value is that name and nothing else. */
  readonly is: (value: unknown) => boolean;
  /** The text with the name replaced wherever it stands as a whole word; itself where it does not. */
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

/** Ends of words, and of what addresses have escaped: `%3D` ends before the name. */
const START = '(?<=^|[^\\w]|%[\\da-fA-F]{2})';
const MAIL_START = '(?<=^|[^\\w.+%-]|%[\\da-fA-F]{2})';
const MAIL_END = '(?![\\w-]|\\.\\w)';

/** An id is told apart by case, a mail address is not. */
function matchId(value: string): NameMatcher {
  if (value.includes('@')) return matchEmail(value);
  const is = (other: unknown): boolean => toText(other) === value;
  if (value.length < erasureLimits.wordLength) {
    return { is, redact: (text) => (text === value ? ERASED : text) };
  }
  const pattern = new RegExp(`${START}(?:${spellings(value).join('|')})(?!\\w)`, 'g');
  const escaped = encodeURIComponent(value);
  // Most texts have neither, which is known sooner than by the pattern.
  const mayHave = (text: string): boolean => text.includes(value) || text.includes(escaped);
  return { is, redact: (text) => (mayHave(text) ? text.replace(pattern, ERASED) : text) };
}

function matchEmail(value: string): NameMatcher {
  const key = value.toLowerCase();
  const pattern = new RegExp(`${MAIL_START}(?:${spellings(value).join('|')})${MAIL_END}`, 'gi');
  const mayHave = (text: string): boolean => text.includes('@') || text.includes('%40');
  return {
    is: (other) => toText(other)?.trim().toLowerCase() === key,
    redact: (text) => (mayHave(text) ? text.replace(pattern, ERASED) : text),
  };
}

/** Of a pattern: as it was given, and as addresses have it. */
function spellings(value: string): string[] {
  return [...new Set([value, encodeURIComponent(value)])].map((each) =>
    each.replaceAll(/[$()*+./?[\\\]^{|}-]/g, String.raw`\$&`),
  );
}

/** IPv4 within a text: four numbers that are no part of five. */
const IPV4 = /(?<![\w.]|\d\.)\d{1,3}(?:\.\d{1,3}){3}(?!\w|\.\d)/g;
/** What may be IPv6: groups of hex digits with colons between. */
const IPV6 = /(?:[\da-f]{0,4}:){2,}[\da-f:.]*/gi;

/** By the address itself: IPv6 has many spellings, and IPv4 in IPv6 is IPv4. */
function matchAddress(value: string): NameMatcher {
  const network = parseNetwork(value);
  const isIt = (text: string): boolean => network !== undefined && isInNetworks([network], text);
  const redactLong = (found: string): string => {
    // What ends a sentence, and what stands before an address, is none of it.
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
