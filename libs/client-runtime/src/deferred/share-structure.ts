type Fields = Readonly<Record<string, unknown>>;

/**
 * `next`, with everything in it that equals its counterpart in `previous` replaced by that: what did not
 * change keeps its identity, and is not rendered again. For JSON values; anything else is equal only to
 * itself.
 */
export function shareStructure<T>(previous: unknown, next: T): T {
  if (Object.is(previous, next)) return next;
  if (Array.isArray(previous) && Array.isArray(next)) return shareItems(previous, next) as T;
  if (isFields(previous) && isFields(next)) return shareFields(previous, next) as T;
  return next;
}

function shareItems(previous: readonly unknown[], next: readonly unknown[]): readonly unknown[] {
  const items = next.map((item, index) => shareStructure(previous[index], item));
  const isSame =
    items.length === previous.length && items.every((item, index) => item === previous[index]);
  return isSame ? previous : items;
}

function shareFields(previous: Fields, next: Fields): Fields {
  const names = Object.keys(next);
  const fields = Object.fromEntries(
    names.map((name) => [name, shareStructure(previous[name], next[name])]),
  );
  const isSame =
    names.length === Object.keys(previous).length &&
    names.every((name) => name in previous && fields[name] === previous[name]);
  return isSame ? previous : fields;
}

function isFields(value: unknown): value is Fields {
  return (
    typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
  );
}
