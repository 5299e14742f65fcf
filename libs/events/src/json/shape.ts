/**
 * Tolerant readers for untrusted JSON. Each returns a value of the requested shape or undefined,
 * and none throws.
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

/** Returns keys and values of an object or of a list of pairs, because SDKs send either. */
export function readPairs(value: unknown): (readonly [key: unknown, value: unknown])[] {
  const list = readArray(value);
  if (list) return list.map((pair) => [readArray(pair)?.[0], readArray(pair)?.[1]] as const);
  return Object.entries(readObject(value) ?? {});
}

/** Returns a header's value as sent, whatever the case of its name. `name` is in lower case. */
export function findHeader(headers: unknown, name: string): unknown {
  const isNamed = (key: unknown): boolean =>
    typeof key === 'string' && key.length === name.length && key.toLowerCase() === name;
  const list = readArray(headers);
  if (list) return readArray(list.find((pair) => isNamed(readArray(pair)?.[0])))?.[1];
  const fields = readObject(headers) ?? {};
  // A list of pairs would take half a second for a hundred thousand fields.
  for (const key in fields) if (isNamed(key)) return fields[key];
  return undefined;
}

/**
 * Returns a string, number or boolean as text, cut to `maxLength` characters. Returns undefined for
 * other values and for the empty string.
 */
export function readText(value: unknown, maxLength: number): string | undefined {
  const text = toText(value);
  return text === undefined || text === '' ? undefined : cutText(text, maxLength);
}

export function readBoolean(value: unknown): boolean | undefined {
  return typeof value === 'boolean' ? value : undefined;
}

/**
 * Reads a line or column, sent as a number or as text. Returns undefined unless it is a whole
 * number from 0 to 2^31 - 1.
 */
export function readPosition(value: unknown): number | undefined {
  const number = typeof value === 'string' && /^\d{1,10}$/.test(value) ? Number(value) : value;
  return Number.isInteger(number) && (number as number) >= 0 && (number as number) < 2 ** 31
    ? (number as number)
    : undefined;
}

/**
 * Matches lone surrogates, which UTF-8 cannot encode, and NUL, which PostgreSQL's text type cannot
 * contain.
 */
const UNSTORABLE = /[\0\p{Surrogate}]/gu;

/** Cuts the text to `maxLength` characters and replaces characters that a database cannot store. */
export function cutText(text: string, maxLength: number): string {
  const cut = text.length > maxLength ? `${text.slice(0, maxLength - 1)}…` : text;
  // The checks come first, because they are several times as fast as the pattern and each event has
  // hundreds of texts.
  const isStorable = cut.isWellFormed() && !cut.includes('\0');
  return isStorable ? cut : cut.replace(UNSTORABLE, '\u{FFFD}');
}

function toText(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined;
}
