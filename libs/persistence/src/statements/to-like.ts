import { toLowerAscii } from '#shared';
import type { Pattern } from '#shared';

/**
 * Returns a pattern for `like … escape '\'`. Convert the ASCII capitals of the compared text to
 * lower case first.
 */
export function toLike(pattern: Pattern): string {
  const literals = pattern.map((text) => text.replaceAll(/[\\%_]/g, '\\$&'));
  return toLowerAscii(literals.join('%'));
}
