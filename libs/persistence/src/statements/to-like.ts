import { toLowerAscii } from '#shared';
import type { Pattern } from '#shared';
import { toPortableText } from './portable-text.ts';

/**
 * Returns a pattern for `like … escape '\'`. The compared text must have its ASCII capitals in
 * lower case.
 */
export function toLike(pattern: Pattern): string {
  const literals = pattern.map((text) => toPortableText(text).replaceAll(/[\\%_]/g, '\\$&'));
  return toLowerAscii(literals.join('%'));
}
