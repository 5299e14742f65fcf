import { toKind } from '#page-protocol';

type Composite = Readonly<Record<string, unknown>>;

/**
 * Returns `next` with the objects of `previous` in place of equal parts, so React does not render
 * them again. Compares JSON values; any other value equals only itself.
 */
export function shareStructure<T>(previous: unknown, next: T): T;
export function shareStructure(previous: unknown, next: unknown): unknown {
  const kind = toKind(next);
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
