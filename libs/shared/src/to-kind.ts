/** `[object String]`, `[object Array]`, `[object Promise]` and so on: all kinds of JSON are told apart. */
export function toKind(value: unknown): string {
  return Object.prototype.toString.call(value);
}
