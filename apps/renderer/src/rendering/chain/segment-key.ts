import { createHash } from 'node:crypto';

const MAX_LENGTH = 256;

/**
 * Returns the key of a page's content: its address within the application, in percent-encoded
 * ASCII. A long address is cut and ends in a hash, so that no visitor can make a key large.
 */
export function toPageKey(url: string): string {
  return shorten(toAscii(url));
}

/**
 * Returns the key of a layout's content, made of its view and the values that its loader reads from
 * the address.
 */
export function toLayoutKey(view: string, values: readonly (readonly [string, unknown])[]): string {
  if (values.length === 0) return view;
  return shorten(`${view}?${values.map(toPart).join('&')}`);
}

/**
 * Writes `:=` before a value that is not a string. A string cannot imitate this mark, because its
 * colons are encoded.
 */
function toPart([name, value]: readonly [string, unknown]): string {
  return typeof value === 'string'
    ? `${encode(name)}=${encode(value)}`
    : `${encode(name)}:=${encode(JSON.stringify(value ?? null))}`;
}

export function toOutcomeKey(status: number, digestOrUrl: string): string {
  return shorten(toAscii(`outcome-${status}~${digestOrUrl}`));
}

function encode(text: string): string {
  return encodeURIComponent(text.replace(/\p{Surrogate}/gu, '\ufffd'));
}

/**
 * Encodes every character outside printable ASCII. Browsers send only ASCII, but other clients may
 * send other bytes, which Node.js reads as Latin-1.
 */
function toAscii(url: string): string {
  return url.replace(/[^\x21-\x7e]/gu, encode);
}

function shorten(key: string): string {
  if (key.length <= MAX_LENGTH) return key;
  const hash = createHash('sha256').update(key).digest('hex').slice(0, 32);
  return `${key.slice(0, MAX_LENGTH - hash.length - 1)}~${hash}`;
}
