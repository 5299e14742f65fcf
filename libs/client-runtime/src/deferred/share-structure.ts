type Composite = Readonly<Record<string, unknown>>;

/**
 * `next`, with everything in it that equals its counterpart in `previous` replaced by that: what did not
 * change keeps its identity, and is not rendered again. For JSON values; anything else is equal only to
 * itself.
 */
export function shareStructure<T>(previous: unknown, next: T): T;
export function shareStructure(previous: unknown, next: unknown): unknown {
  if (!isComposite(previous) || !isComposite(next)) return next;
  if (Array.isArray(previous) !== Array.isArray(next)) return next;
  const names = Object.keys(next);
  const values = names.map((name) => shareStructure(previous[name], next[name]));
  const isSame =
    names.length === Object.keys(previous).length &&
    names.every((name, index) => name in previous && values[index] === previous[name]);
  if (isSame) return previous;
  return Array.isArray(next)
    ? values
    : Object.fromEntries(names.map((name, index) => [name, values[index]]));
}

/** A list, or fields; no promise. */
function isComposite(value: unknown): value is Composite {
  return /^\[object (?:Object|Array)/.test(Object.prototype.toString.call(value));
}
