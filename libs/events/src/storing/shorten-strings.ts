const MARK = '…';
const MARK_BYTES = 3;
/** Bytes that each string keeps when the value is too large even without strings. */
const LEAST_BYTES = 200;

type Holder = Record<string, unknown>;

interface Place {
  readonly holder: Holder;
  readonly key: string;
  readonly bytes: number;
}

/**
 * Shortens the longest strings of a JSON value to one common length, in place, until the value
 * takes at most `maxBytes` as JSON in UTF-8. Returns a note of how much was cut, or an empty list.
 *
 * Field names and values of other types stay. When the value is too large even without its strings,
 * it stays too large, and each string keeps 200 bytes. Recurses as deep as the value is nested.
 * Takes n log n time for n strings.
 */
export function shortenStrings(value: object, maxBytes: number): string[] {
  const overBytes = Buffer.byteLength(JSON.stringify(value)) - maxBytes;
  if (overBytes <= 0) return [];
  const places: Place[] = [];
  gather(value as Holder, places);
  places.sort((a, b) => b.bytes - a.bytes);
  const most = findLength(places, overBytes);
  const longer = places.filter(({ bytes }) => bytes > most);
  let lostBytes = 0;
  for (const { holder, key, bytes } of longer) {
    const text = cutToBytes(holder[key] as string, most);
    lostBytes += bytes - countBytes(text);
    // A plain assignment to `__proto__` would have no effect.
    Object.defineProperty(holder, key, { value: text });
  }
  if (longer.length === 0) return [];
  return [`longest strings: ${longer.length} shortened, by ${lostBytes} bytes`];
}

function gather(holder: Holder, places: Place[]): void {
  for (const key of Object.keys(holder)) {
    const value = holder[key];
    if (typeof value === 'string') places.push({ holder, key, bytes: countBytes(value) });
    else if (typeof value === 'object' && value !== null) gather(value as Holder, places);
  }
}

/**
 * Returns the length in bytes to which longer strings must be cut to save `overBytes` in total.
 * `places` is sorted, longest first.
 */
function findLength(places: readonly Place[], overBytes: number): number {
  let together = 0;
  for (const [index, { bytes }] of places.entries()) {
    together += bytes;
    const next = places[index + 1]?.bytes ?? 0;
    const length = Math.floor((together - overBytes) / (index + 1));
    if (length >= next) return length;
  }
  return LEAST_BYTES;
}

/** Bytes in JSON, without the quotes. */
function countBytes(text: string): number {
  return Buffer.byteLength(JSON.stringify(text)) - 2;
}

function cutToBytes(text: string, maxBytes: number): string {
  if (maxBytes < MARK_BYTES) return '';
  let left = maxBytes - MARK_BYTES;
  let end = 0;
  while (end < text.length) {
    const codePoint = text.codePointAt(end)!;
    left -= countBytesOf(codePoint);
    if (left < 0) break;
    end += codePoint > 0xffff ? 2 : 1;
  }
  return text.slice(0, end) + MARK;
}

/** Bytes that `JSON.stringify` writes: control characters and lone surrogates become escapes. */
function countBytesOf(codePoint: number): number {
  if (codePoint < 0x20) return '\b\t\n\f\r'.includes(String.fromCharCode(codePoint)) ? 2 : 6;
  if (codePoint === 0x22 || codePoint === 0x5c) return 2;
  if (codePoint < 0x80) return 1;
  if (codePoint < 0x800) return 2;
  if (codePoint >= 0xd800 && codePoint <= 0xdfff) return 6;
  return codePoint > 0xffff ? 4 : 3;
}
