import { randomBytes } from 'node:crypto';

/** Header with the name of a request that the renderer passes on to the relay, perhaps twice. */
export const requestHeader = 'errata-request';

/** Names begin with the time in units of this length, so that old ones can be found. */
const UNIT_MS = 10_000;
/** A renderer sends a request again within seconds, but a relay may process it later. */
const KEPT_MS = 600_000;
const NAME = /^request:\d{9}:[0-9a-f]{24}$/;

/**
 * Returns a new name. Nobody can guess the names of other requests, and so have them counted as sent
 * already.
 */
export function nameRequest(nowMs: number): string {
  return `${toPrefix(nowMs)}:${randomBytes(12).toString('hex')}`;
}

export function isRequestName(name: string): boolean {
  return NAME.test(name);
}

/**
 * Returns the range of the names that were given more than ten minutes before `nowMs`, to the ten
 * seconds. `to` is not part of it.
 */
export function toOldRequestNames(nowMs: number): { readonly from: string; readonly to: string } {
  return { from: 'request:', to: toPrefix(nowMs - KEPT_MS) };
}

/** Prefixes have the same length, so that every database sorts them by time. */
function toPrefix(ms: number): string {
  return `request:${String(Math.floor(ms / UNIT_MS)).padStart(9, '0')}`;
}
