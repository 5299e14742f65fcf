/**
 * A deeper JSON body could overflow the stack, because code that reads it recurses once per level.
 */
const MAX_DEPTH = 32;

export function isShallow(value: unknown, depth = 0): boolean {
  if (typeof value !== 'object' || value === null) return true;
  return depth < MAX_DEPTH && Object.values(value).every((each) => isShallow(each, depth + 1));
}
