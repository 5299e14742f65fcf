import { toKind } from '#shared';

type Composite = Readonly<Record<string, unknown>>;

/**
 * `next`, with everything in it that equals its counterpart in `previous` replaced by that: what did not
 * change keeps its identity, and is not rendered again. For JSON values; anything else is equal only to
 * itself.
 */
export function shareStructure<T>(previous: unknown, next: T): T;
export function shareStructure(previous: unknown, next: unknown): unknown {
  const kind = toKind(next);
  // Neither a list nor fields, as a promise is.
  if (!/Object|Array/.test(kind) || toKind(previous) !== kind) return next;
  return shareFields(previous as Composite, next as Composite);
}

function shareFields(previous: Composite, next: Composite): unknown {
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
