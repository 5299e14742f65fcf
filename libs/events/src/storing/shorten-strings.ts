/** Marks the place where a string was cut. */
const MARK = '…';
const MARK_BYTES = 3;
/** Left of each string where the event is too large without any: what it holds beside them is bounded by place. */
const LEAST_BYTES = 200;

type Holder = Record<string, unknown>;

interface Place {
  readonly holder: Holder;
  readonly key: string;
  readonly bytes: number;
}

/**
 * Shortens the longest strings of a JSON value, in place, all to one length, until the value takes `maxBytes` as JSON in
 * UTF-8. Names and everything else stay as they are: a value that is larger without its strings does not fit, and keeps
 * 200 bytes of each. Returns a note of how much was cut, or none. Recurses as deep as the value is. Takes n log n of the number of
 * strings, and the rest by their length.
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
    // An assignment to `__proto__` would do nothing.
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

/** Bytes that every string may have, so that those which are longer give up `overBytes`. `places`: the longest first. */
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

/** In JSON, without the quotes. */
function countBytes(text: string): number {
  return Buffer.byteLength(JSON.stringify(text)) - 2;
}

/** As many whole characters as fit with the mark. */
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

/** As `JSON.stringify` writes it: controls and halves of a pair on their own become escapes. */
function countBytesOf(codePoint: number): number {
  if (codePoint < 0x20) return '\b\t\n\f\r'.includes(String.fromCharCode(codePoint)) ? 2 : 6;
  if (codePoint === 0x22 || codePoint === 0x5c) return 2;
  if (codePoint < 0x80) return 1;
  if (codePoint < 0x800) return 2;
  if (codePoint >= 0xd800 && codePoint <= 0xdfff) return 6;
  return codePoint > 0xffff ? 4 : 3;
}
