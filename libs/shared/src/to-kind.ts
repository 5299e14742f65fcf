/**
 * Returns `[object String]`, `[object Array]`, `[object Promise]` and so on, a different text for
 * each kind of JSON.
 */
export function toKind(value: unknown): string {
  return Object.prototype.toString.call(value);
}
