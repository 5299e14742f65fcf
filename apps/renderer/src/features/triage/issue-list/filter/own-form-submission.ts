import type { IncomingHttpHeaders } from 'node:http';
import { pageDataHeaders } from '#shared';

/**
 * Returns true when a visitor sent the list's form on one of our pages. Returns false for a link on
 * another site and for a prefetch. Browsers leave `Sec-Fetch-Site` out over plain HTTP
 * (w3.org/TR/fetch-metadata), so a request without this header counts as our own.
 */
export function isOwnFormSubmission(headers: IncomingHttpHeaders): boolean {
  const { 'sec-fetch-site': site = 'same-origin', 'sec-purpose': purpose } = headers;
  const ahead = headers[pageDataHeaders.prefetch.toLowerCase()] ?? purpose;
  return site === 'same-origin' && ahead === undefined;
}
