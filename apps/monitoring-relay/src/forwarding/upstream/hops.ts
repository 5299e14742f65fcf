import type { IncomingHttpHeaders } from 'node:http';

/** How often a report was forwarded from one installation of Errata to another. */
export const hopsHeader = 'Errata-Hops';

/** An edge, a region and a centre need two. What came over more goes round. */
export const MOST_HOPS = 3;

/** Of the headers of a request, which anybody may have written: what is no count is none. */
export function readHops(headers: IncomingHttpHeaders): number {
  const text = String(headers['errata-hops'] ?? '');
  return /^\d{1,3}$/.test(text) ? Number(text) : 0;
}
