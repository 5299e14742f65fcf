/**
 * Whether arrays and objects of `value`, which was parsed of JSON, stand at most `maxDepth` inside one another. Goes no
 * deeper than that itself.
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
  // Every key is its own. A list of the values would be made for each of thousands of objects.
  for (const key in fields) if (isDeeper(fields[key], maxDepth - 1)) return false;
  return true;
}

/** Asked of each text of an event: small enough for V8 to inline it, as what calls itself is not. */
function isDeeper(value: unknown, maxDepth: number): boolean {
  return isHolder(value) && !holdsWithinDepth(value, maxDepth);
}

function isHolder(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
