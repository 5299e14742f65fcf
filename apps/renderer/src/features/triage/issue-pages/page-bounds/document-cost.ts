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

/** The same of a value that `JsonText` shows: a string as it is, anything else as indented JSON. */
export function costOfJson(value: JsonValue): number {
  if (typeof value === 'string') return costOfText(value);
  const shown = bytesOf(JSON.stringify(value, null, 2), htmlBytes);
  // Its own quotes stand in the payload as they are; what is within strings is escaped once.
  return shown + bytesOf(JSON.stringify(value), (unit) => (unit === LESS ? 6 : utf8Bytes(unit)));
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
