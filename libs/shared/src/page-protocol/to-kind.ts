/**
 * Returns a text such as `[object String]`, `[object Array]` or `[object Promise]`. Each kind of
 * JSON value gives a different text.
 */
export function toKind(value: unknown): string {
  return Object.prototype.toString.call(value);
}
