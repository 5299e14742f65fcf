import { SHOWN_TEXT_LENGTH, toJsonLayout } from '#shared';
import type { JsonValue } from '#shared';

const MOST_BYTES = 12;
/** HTML makes `&lt;` of `<`, and JSON makes `\u003c` of it. */
const ASCII_BYTES = Array.from({ length: 0x80 }, (_, unit) => {
  const letter = String.fromCharCode(unit);
  if ('<"'.includes(letter)) return 10;
  if ("&'>\\\n\r\t".includes(letter)) return 7;
  return unit < 0x20 ? MOST_BYTES : 2;
});

/**
 * Returns the most bytes that a UTF-16 unit takes in a document, which has each text as HTML and as
 * JSON inside a script element. JSON escapes a lone half of a surrogate pair.
 */
function bytesOf(unit: number): number {
  if (unit < 0x80) return ASCII_BYTES[unit]!;
  if (unit < 0x800) return 4;
  return unit >= 0xd800 && unit <= 0xdfff ? MOST_BYTES : 6;
}

/** Markup around the rest of a long text, around an entry, a list or object, and a short one. */
const REST_BYTES = 110;
const ENTRY_BYTES = 80;
const NEST_BYTES = 150;
const LINE_BYTES = 60;

/** Returns the most bytes that a text takes in a document that shows it once. */
export function weighText(text = ''): number {
  // Quotes and escapes can double the length of the shown text.
  let bytes = text.length * 2 > SHOWN_TEXT_LENGTH ? REST_BYTES : 0;
  for (let index = 0; index < text.length; index += 1) bytes += bytesOf(text.charCodeAt(index));
  return bytes;
}

export function weighTexts(texts: readonly (string | undefined)[]): number {
  return texts.reduce((bytes: number, text) => bytes + weighText(text), 0);
}

/** Returns the most bytes of a part of a page, with an element around each of its values. */
export function weigh(value: unknown): number {
  if (typeof value === 'string') return weighText(value);
  if (typeof value !== 'object' || value === null) return String(value).length * 2;
  const isList = Array.isArray(value);
  return Object.entries(value).reduce(
    (sum, [name, entry]) =>
      // A page shows nothing for a value that is absent.
      entry === undefined ? sum : sum + ENTRY_BYTES + (isList ? 0 : weighText(name)) + weigh(entry),
    NEST_BYTES,
  );
}

/** Returns the most bytes that a JSON value takes in a document that shows it as JSON. */
export function weighJson(value: JsonValue, depth = 0): number {
  if (typeof value !== 'object' || value === null) return weigh(value);
  const layout = toJsonLayout(value, depth);
  if (layout.kind !== 'tree') return LINE_BYTES + weighText(JSON.stringify(value, null, 1));
  return layout.items.reduce(
    (sum, [name, entry]) => sum + ENTRY_BYTES + weighText(name) + weighJson(entry, depth + 1),
    NEST_BYTES,
  );
}

/** Adds up names and values, with 300 bytes of markup for each. */
export function weighFacts(facts: Readonly<Record<string, JsonValue>> = {}): number {
  return Object.entries(facts).reduce(
    (sum, [name, value]) => sum + 300 + weighText(name) + weighJson(value),
    0,
  );
}

/** Cuts a text to at most `maxBytes` and adds an ellipsis. Never halves a surrogate pair. */
export function cutToPageBytes(text: string, maxBytes: number): string {
  if (text.length * MOST_BYTES <= maxBytes) return text;
  let bytes = 0;
  for (let index = 0; index < text.length; index += 1) {
    bytes += bytesOf(text.charCodeAt(index));
    if (bytes > maxBytes) return `${text.slice(0, index).replace(/[\ud800-\udbff]$/, '')}…`;
  }
  return text;
}

/** Takes the first items that weigh at most `maxBytes` together. */
export function takeFitting<Item>(
  items: readonly Item[],
  maxBytes: number,
  weighItem: (item: Item) => number,
): readonly Item[] {
  let left = maxBytes;
  const end = items.findIndex((item) => (left -= weighItem(item)) < 0);
  return end === -1 ? items : items.slice(0, end);
}
