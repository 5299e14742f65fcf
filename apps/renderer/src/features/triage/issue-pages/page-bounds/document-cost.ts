import { SHOWN_TEXT_LENGTH, toJsonLayout } from '#shared';
import type { JsonValue } from '#shared';

const QUOTE = 0x22;
const AMPERSAND = 0x26;
const APOSTROPHE = 0x27;
const LESS = 0x3c;
const GREATER = 0x3e;
const BACKSLASH = 0x5c;
const FIRST_PRINTABLE = 0x20;

/**
 * Returns the largest number of bytes that a UTF-16 unit can take in UTF-8. Half of a surrogate
 * pair takes two bytes, but a lone half takes six, since JSON escapes it.
 */
function utf8Bytes(unit: number): number {
  if (unit < 0x80) return 1;
  if (unit < 0x800) return 2;
  return unit >= 0xd800 && unit <= 0xdfff ? 6 : 3;
}

function htmlBytes(unit: number): number {
  if (unit === QUOTE || unit === APOSTROPHE) return 6;
  if (unit === AMPERSAND) return 5;
  return unit === LESS || unit === GREATER ? 4 : utf8Bytes(unit);
}

/**
 * Returns the bytes that a UTF-16 unit takes in the page data, which is JSON inside a script
 * element.
 */
function payloadBytes(unit: number): number {
  if (unit < FIRST_PRINTABLE || unit === LESS) return 6;
  return unit === QUOTE || unit === BACKSLASH ? 2 : utf8Bytes(unit);
}

function bytesOf(text: string, ...kinds: readonly ((unit: number) => number)[]): number {
  let bytes = 0;
  for (let index = 0; index < text.length; index += 1) {
    for (const kind of kinds) bytes += kind(text.charCodeAt(index));
  }
  return bytes;
}

/**
 * Returns the largest number of bytes that a text can take in a document that shows it once. The
 * text is in the markup and in the page data.
 */
export function costOfText(text = ''): number {
  return bytesOf(text, htmlBytes, payloadBytes);
}

/**
 * Bytes of markup around a value of a tree, around a value that can be folded, and around the rest
 * of a long text.
 */
const ITEM_BYTES = 70;
const FOLD_BYTES = 130;
const REST_BYTES = 110;

/**
 * Returns the bytes of a value that `JsonText` shows. `JsonText` shows a string unchanged and any
 * other value as a tree of JSON.
 */
export function costOfJson(value: JsonValue): number {
  if (typeof value === 'string') return costOfText(value) + costOfCut(value);
  const shown = bytesOf(JSON.stringify(value, null, 2), htmlBytes) + costOfTree(value, 0);
  // The page data contains this JSON as it is, so only `<` is escaped again.
  return shown + bytesOf(JSON.stringify(value), (unit) => (unit === LESS ? 6 : utf8Bytes(unit)));
}

/** Counts only the markup. `costOfJson` counts names and values as text. */
function costOfTree(value: JsonValue, depth: number): number {
  if (typeof value === 'string') return costOfCut(value);
  const layout = toJsonLayout(value, depth);
  if (layout.kind !== 'tree') return 0;
  return layout.items.reduce((sum, [, item]) => {
    const fold = typeof item === 'object' && item !== null ? FOLD_BYTES : 0;
    return sum + ITEM_BYTES + fold + costOfTree(item, depth + 1);
  }, ITEM_BYTES);
}

function costOfCut(text: string): number {
  // Quotes and escapes can double the length of the shown text.
  return text.length * 2 > SHOWN_TEXT_LENGTH ? REST_BYTES : 0;
}

/** Cuts a text to at most `maxBytes` and adds an ellipsis. Never halves a surrogate pair. */
export function fitText(text: string, maxBytes: number): string {
  let bytes = 0;
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    bytes += htmlBytes(unit) + payloadBytes(unit);
    if (bytes > maxBytes) return `${text.slice(0, index).replace(/[\ud800-\udbff]$/, '')}…`;
  }
  return text;
}
