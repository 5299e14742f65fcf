/**
 * Whether arrays and objects of `value`, which was parsed of JSON, stand at most `maxDepth` inside one another. Goes no
 * deeper than that itself.
 */
export function isWithinDepth(value: unknown, maxDepth: number): boolean {
  if (typeof value !== 'object' || value === null) return true;
  if (maxDepth === 0) return false;
  if (Array.isArray(value)) return value.every((entry) => isWithinDepth(entry, maxDepth - 1));
  // Every key is its own. A list of the values would be made for each of thousands of objects.
  for (const key in value) {
    if (!isWithinDepth((value as Record<string, unknown>)[key], maxDepth - 1)) return false;
  }
  return true;
}
