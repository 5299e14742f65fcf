/**
 * Whether arrays and objects of `value`, which was parsed of JSON, stand at most `maxDepth` inside one another. Goes no
 * deeper than that itself.
 */
export function isWithinDepth(value: unknown, maxDepth: number): boolean {
  return !holdsValues(value) || holdsWithinDepth(value, maxDepth);
}

type Holder = readonly unknown[] | Readonly<Record<string, unknown>>;

function holdsWithinDepth(holder: Holder, maxDepth: number): boolean {
  if (maxDepth === 0) return false;
  if (Array.isArray(holder)) {
    for (const entry of holder) if (isDeeper(entry, maxDepth - 1)) return false;
    return true;
  }
  // Every key is its own. A list of the values would be made for each of thousands of objects.
  for (const key in holder) {
    if (isDeeper((holder as Record<string, unknown>)[key], maxDepth - 1)) return false;
  }
  return true;
}

/** Asked of each text of an event, which is none: without a call for it. */
function isDeeper(value: unknown, maxDepth: number): boolean {
  return holdsValues(value) && !holdsWithinDepth(value, maxDepth);
}

function holdsValues(value: unknown): value is Holder {
  return typeof value === 'object' && value !== null;
}
