import { toLowerAscii } from '#shared';
import type { Pattern } from '#shared';
import { toPortableText } from './portable-text.ts';

/** The pattern for `like … escape '\'` over a text whose capitals of ASCII are in lower case. */
export function toLike(pattern: Pattern): string {
  const literals = pattern.map((text) => toPortableText(text).replaceAll(/[\\%_]/g, '\\$&'));
  return toLowerAscii(literals.join('%'));
}
