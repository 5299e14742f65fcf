import type { Pattern } from './value-kinds.ts';

/**
 * Returns true when the pattern matches the whole text. The case of ASCII letters does not matter.
 * Each literal is searched for only once, so the time is bounded for any pattern.
 */
export function matchesPattern(text: string, pattern: Pattern): boolean {
  return matchesLower(toLowerAscii(text), toLowerPattern(pattern));
}

const lowered = new WeakMap<Pattern, Pattern>();

/** Each event is compared with the same patterns, so each is converted once. */
export function toLowerPattern(pattern: Pattern): Pattern {
  const known = lowered.get(pattern);
  if (known) return known;
  const lower = pattern.map(toLowerAscii);
  lowered.set(pattern, lower);
  return lower;
}

/** The same for a text and a pattern without capitals. */
export function matchesLower(searched: string, pattern: Pattern): boolean {
  const [first = '', ...rest] = pattern;
  if (rest.length === 0) return searched === first;
  const last = rest.pop()!;
  const end = searched.length - last.length;
  if (first.length > end || !searched.startsWith(first) || !searched.endsWith(last)) return false;
  let at = first.length;
  for (const literal of rest) {
    const found = searched.indexOf(literal, at);
    if (found === -1) return false;
    at = found + literal.length;
  }
  return at <= end;
}

export function containsPattern(text: string, pattern: Pattern): boolean {
  return matchesLower(toLowerAscii(text), toPartPattern(toLowerPattern(pattern)));
}

export function isWhole({ length }: Pattern): boolean {
  return length === 1;
}

export function toPartPattern(pattern: Pattern): Pattern {
  return ['', ...pattern, ''];
}

/** Removes packages and namespaces from a type, as Java, C++ and PHP write them. */
export function toShortType(type: string): string {
  return type.replace(/^.*[.:\\]/s, '');
}

/**
 * Converts only ASCII letters to lower case, because databases and JavaScript treat letters such as
 * `İ` differently.
 */
export function toLowerAscii(text: string): string {
  return text.replaceAll(/[A-Z]+/g, (capitals) => capitals.toLowerCase());
}
