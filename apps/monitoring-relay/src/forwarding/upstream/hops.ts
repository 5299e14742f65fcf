import type { IncomingHttpHeaders } from 'node:http';

export const hopsHeader = 'Errata-Hops';

/**
 * A report that relays have forwarded this often goes in a circle. A chain of three relays (edge,
 * region, centre) needs two hops.
 */
export const MAX_HOPS = 3;

/** Returns 0 for an invalid number, because anybody can write this header. */
export function readHops(headers: IncomingHttpHeaders): number {
  const text = String(headers['errata-hops'] ?? '');
  return /^\d{1,3}$/.test(text) ? Number(text) : 0;
}
