/**
 * Tolerant readers for JSON from anywhere: each answers with a value of the asked shape or
 * undefined, and none throws. What does not fit is dropped by whoever asks.
 */

export type JsonObject = Readonly<Record<string, unknown>>;

export function readObject(value: unknown): JsonObject | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as JsonObject)
    : undefined;
}

export function readArray(value: unknown): readonly unknown[] | undefined {
  return Array.isArray(value) ? value : undefined;
}

/** SDKs send lists bare or as `{values: […]}`. */
export function readValues(value: unknown): readonly unknown[] {
  return readArray(value) ?? readArray(readObject(value)?.['values']) ?? [];
}

/** Keys and values of an object, or of a list of pairs: SDKs send either. */
export function readPairs(value: unknown): (readonly [key: unknown, value: unknown])[] {
  const list = readArray(value);
  if (list) return list.map((pair) => [readArray(pair)?.[0], readArray(pair)?.[1]] as const);
  return Object.entries(readObject(value) ?? {});
}

/** Text, and numbers and booleans as their text. Undefined for anything else and for the empty string. */
export function readText(value: unknown, maxLength: number): string | undefined {
  const text = toText(value);
  return text === undefined || text === '' ? undefined : cutText(text, maxLength);
}

export function readBoolean(value: unknown): boolean | undefined {
  return typeof value === 'boolean' ? value : undefined;
}

/** A line or column: a whole number from 0 that fits 32 bits, also when it was sent as text. */
export function readPosition(value: unknown): number | undefined {
  const number = typeof value === 'string' && /^\d{1,10}$/.test(value) ? Number(value) : value;
  return Number.isInteger(number) && (number as number) >= 0 && (number as number) < 2 ** 31
    ? (number as number)
    : undefined;
}

/** Halves of a pair on their own, which UTF-8 cannot say, and NUL, which PostgreSQL's text cannot hold. */
const UNSTORABLE = /[\0\p{Surrogate}]/gu;

/** At most `maxLength` characters, all of them storable. */
export function cutText(text: string, maxLength: number): string {
  const cut = text.length > maxLength ? `${text.slice(0, maxLength - 1)}…` : text;
  // Asked of hundreds of texts of each event; the pattern takes several times as long.
  const isStorable = cut.isWellFormed() && !cut.includes('\0');
  return isStorable ? cut : cut.replace(UNSTORABLE, '\u{FFFD}');
}

function toText(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined;
}
