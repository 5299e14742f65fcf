/**
 * Returns whether a parsed JSON value nests arrays and objects at most `maxDepth` deep. Never
 * recurses deeper than `maxDepth`.
 */
export function isWithinDepth(value: unknown, maxDepth: number): boolean {
  return !isHolder(value) || holdsWithinDepth(value, maxDepth);
}

function holdsWithinDepth(holder: object, maxDepth: number): boolean {
  if (maxDepth === 0) return false;
  if (Array.isArray(holder)) {
    for (const entry of holder) if (isDeeper(entry, maxDepth - 1)) return false;
    return true;
  }
  const fields = holder as Readonly<Record<string, unknown>>;
  // `for…in` is safe, because parsed JSON has only own keys. `Object.values` would allocate a list
  // for each of thousands of objects.
  for (const key in fields) if (isDeeper(fields[key], maxDepth - 1)) return false;
  return true;
}

/**
 * This function is separate from `holdsWithinDepth` for speed, because V8 does not inline recursive
 * functions.
 */
function isDeeper(value: unknown, maxDepth: number): boolean {
  return isHolder(value) && !holdsWithinDepth(value, maxDepth);
}

function isHolder(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
