/**
 * Shape of a JSON value. In an object, a field whose name ends in `?` is optional, and `*` stands
 * for any field name.
 */
export type Shape = RegExp | 'count' | readonly [Shape] | { readonly [field: string]: Shape };

export function fits(value: unknown, shape: Shape): boolean {
  if (shape === 'count') return Number.isSafeInteger(value);
  if (shape instanceof RegExp) return typeof value === 'string' && shape.test(value);
  if (isList(shape)) return Array.isArray(value) && value.every((item) => fits(item, shape[0]));
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const fields = value as Readonly<Record<string, unknown>>;
  return Object.entries(shape).every(([name, inner]) => {
    if (name === '*') return Object.values(fields).every((field) => fits(field, inner));
    const field = fields[name.replace('?', '')];
    return (name.endsWith('?') && field === undefined) || fits(field, inner);
  });
}

function isList(shape: Exclude<Shape, string | RegExp>): shape is readonly [Shape] {
  return Array.isArray(shape);
}
