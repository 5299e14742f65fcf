import { SHOWN_TEXT_LENGTH, toJsonLayout } from '#shared';
import type { JsonValue } from '#shared';

const QUOTE = 0x22;
const AMPERSAND = 0x26;
const APOSTROPHE = 0x27;
const LESS = 0x3c;
const GREATER = 0x3e;
const BACKSLASH = 0x5c;
const FIRST_PRINTABLE = 0x20;

/** Bytes of a UTF-16 unit in UTF-8. Each half of a pair is two of its four; a lone half is escaped in JSON. */
function utf8Bytes(unit: number): number {
  if (unit < 0x80) return 1;
  if (unit < 0x800) return 2;
  return unit >= 0xd800 && unit <= 0xdfff ? 6 : 3;
}

/** In markup, as React escapes it. */
function htmlBytes(unit: number): number {
  if (unit === QUOTE || unit === APOSTROPHE) return 6;
  if (unit === AMPERSAND) return 5;
  return unit === LESS || unit === GREATER ? 4 : utf8Bytes(unit);
}

/** In the payload: a JSON string inside a script element. */
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

/** Most bytes that a text takes of a document that shows it once: in its markup, and in its payload. */
export function costOfText(text = ''): number {
  return bytesOf(text, htmlBytes, payloadBytes);
}

/** Markup around a value of a tree, and around one that folds there. */
const ITEM_BYTES = 70;
const FOLD_BYTES = 130;
/** The fold of a long text's rest. */
const REST_BYTES = 110;

/** The same of a value that `JsonText` shows: a string as it is, anything else as JSON, in markup where it is a tree. */
export function costOfJson(value: JsonValue): number {
  if (typeof value === 'string') return costOfText(value) + costOfCut(value);
  const shown = bytesOf(JSON.stringify(value, null, 2), htmlBytes) + costOfTree(value, 0);
  // Its own quotes stand in the payload as they are; what is within strings is escaped once.
  return shown + bytesOf(JSON.stringify(value), (unit) => (unit === LESS ? 6 : utf8Bytes(unit)));
}

/** Markup alone: names and values are counted as text. */
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
  // Quotes and escapes may have made it longer.
  return text.length * 2 > SHOWN_TEXT_LENGTH ? REST_BYTES : 0;
}

/** As much of a text as costs at most `maxBytes`, with an ellipsis where something is missing. */
export function fitText(text: string, maxBytes: number): string {
  let bytes = 0;
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    bytes += htmlBytes(unit) + payloadBytes(unit);
    if (bytes > maxBytes) return `${text.slice(0, index).replace(/[\ud800-\udbff]$/, '')}…`;
  }
  return text;
}
