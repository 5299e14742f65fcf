import type { Pattern } from './value-kinds.ts';

/**
 * Whether the whole of `text` is as the pattern says; letters of ASCII match in either case. Each literal is looked for
 * once and never again, so that no pattern takes long.
 */
export function matchesPattern(text: string, pattern: Pattern): boolean {
  const searched = toLowerAscii(text);
  const [first = '', ...rest] = pattern.map(toLowerAscii);
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

/** Whether some part of `text` is as the pattern says. */
export function containsPattern(text: string, pattern: Pattern): boolean {
  return matchesPattern(text, toPartPattern(pattern));
}

/** The pattern of any text that has the pattern somewhere. */
export function toPartPattern(pattern: Pattern): Pattern {
  return ['', ...pattern, ''];
}

/** A type without its packages, as Java, C++ and PHP write them. */
export function toShortType(type: string): string {
  return type.replace(/^.*[.:\\]/s, '');
}

/** What both databases and JavaScript agree on: `İ` has no lower case for all of them. */
export function toLowerAscii(text: string): string {
  return text.replaceAll(/[A-Z]+/g, (capitals) => capitals.toLowerCase());
}
