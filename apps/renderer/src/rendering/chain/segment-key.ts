import { createHash } from 'node:crypto';

const MOST_LENGTH = 256;

/**
 * Names a page's content: its address within the application, percent-encoded ASCII. A long one is
 * cut and told apart by a hash, so that keys stay small whatever query a visitor makes up.
 */
export function toPageKey(url: string): string {
  return shorten(toAscii(url));
}

/** Names a layout's content: its view and the values of the address that its loader reads. */
export function toLayoutKey(view: string, values: readonly (readonly [string, unknown])[]): string {
  if (values.length === 0) return view;
  return shorten(`${view}?${values.map(toPart).join('&')}`);
}

/** A text as it is; what is none, or not there, is marked: no text a visitor makes up looks like it. */
function toPart([name, value]: readonly [string, unknown]): string {
  return typeof value === 'string'
    ? `${encode(name)}=${encode(value)}`
    : `${encode(name)}:=${encode(JSON.stringify(value ?? null))}`;
}

/** Names what a page ended in: a fault by its digest, anything else by the address it is at. */
export function toOutcomeKey(status: number, of: string): string {
  return shorten(toAscii(`outcome-${status}~${of}`));
}

function encode(text: string): string {
  return encodeURIComponent(text.replace(/\p{Surrogate}/gu, '\ufffd'));
}

/** Browsers send ASCII; whatever else sends bytes beyond it, Node.js reads as Latin-1. */
function toAscii(url: string): string {
  return url.replace(/[^\x21-\x7e]/gu, encode);
}

function shorten(key: string): string {
  if (key.length <= MOST_LENGTH) return key;
  const hash = createHash('sha256').update(key).digest('hex').slice(0, 32);
  return `${key.slice(0, MOST_LENGTH - hash.length - 1)}~${hash}`;
}
