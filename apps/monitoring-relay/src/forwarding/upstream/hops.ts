import type { IncomingHttpHeaders } from 'node:http';

export const hopsHeader = 'Errata-Hops';

/** An edge, a region and a centre need two hops. A report with this many hops goes in a circle. */
export const MOST_HOPS = 3;

/** Returns 0 for an invalid count, because anybody can write this header. */
export function readHops(headers: IncomingHttpHeaders): number {
  const text = String(headers['errata-hops'] ?? '');
  return /^\d{1,3}$/.test(text) ? Number(text) : 0;
}
