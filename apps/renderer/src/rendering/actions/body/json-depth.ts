/**
 * Levels of nesting that a JSON body may have. Code that reads nested values recurses once for each
 * level.
 */
const MAX_DEPTH = 32;

export function isShallow(value: unknown, depth = 0): boolean {
  if (typeof value !== 'object' || value === null) return true;
  return depth < MAX_DEPTH && Object.values(value).every((each) => isShallow(each, depth + 1));
}
