import type { JsonValue } from './json.ts';

const LINE_LENGTH = 80;
const MAX_DEPTH = 8;
export const SHOWN_TEXT_LENGTH = 600;
const LEAST_REST = 100;

export type JsonLayout =
  | { readonly kind: 'line' }
  | { readonly kind: 'lines' }
  | { readonly kind: 'tree'; readonly items: readonly (readonly [name: string, JsonValue])[] };

/** Decides how a JSON value is shown. `depth` is the number of values that contain this one. */
export function toJsonLayout(value: JsonValue, depth = 0): JsonLayout {
  if (typeof value !== 'object' || value === null) return { kind: 'line' };
  if (lengthOfLine(value, LINE_LENGTH) <= LINE_LENGTH) return { kind: 'line' };
  const isListOfScalars =
    Array.isArray(value) && value.every((item) => typeof item !== 'object' || item === null);
  if (isListOfScalars || depth >= MAX_DEPTH) return { kind: 'lines' };
  return { kind: 'tree', items: Object.entries(value) };
}

export function foldsInTree(value: JsonValue, layout: JsonLayout): boolean {
  return typeof value === 'object' && value !== null && layout.kind !== 'line';
}

/**
 * Returns the index at which a long text is cut, or undefined when it is shown in full. Never cuts
 * between the two halves of a surrogate pair.
 */
export function findTextCut(text: string): number | undefined {
  if (text.length <= SHOWN_TEXT_LENGTH + LEAST_REST) return undefined;
  const isPair = /[\ud800-\udbff]/.test(text[SHOWN_TEXT_LENGTH - 1] ?? '');
  return isPair ? SHOWN_TEXT_LENGTH - 1 : SHOWN_TEXT_LENGTH;
}

function lengthOfLine(value: JsonValue, max: number): number {
  if (typeof value === 'string') return value.length > max ? value.length : quotedLength(value);
  if (typeof value !== 'object' || value === null) return String(value).length;
  const isList = Array.isArray(value);
  let length = 2;
  for (const [name, item] of Object.entries(value)) {
    length += (isList ? 0 : name.length + 4) + 2;
    if (length > max) break;
    length += lengthOfLine(item, max - length);
  }
  return length;
}

function quotedLength(text: string): number {
  return JSON.stringify(text).length;
}
