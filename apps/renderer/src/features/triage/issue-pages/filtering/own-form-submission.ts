import type { IncomingHttpHeaders } from 'node:http';
import { pageDataHeaders } from '#shared';

/**
 * Whether a visitor sent the form of the list on a page of ours. A browser says where a request comes from, but not over plain HTTP
 * (w3.org/TR/fetch-metadata). A link elsewhere, and a page that is loaded ahead, choose nothing.
 */
export function isChosen(headers: IncomingHttpHeaders): boolean {
  const { 'sec-fetch-site': site = 'same-origin', 'sec-purpose': purpose } = headers;
  const ahead = headers[pageDataHeaders.prefetch.toLowerCase()] ?? purpose;
  return site === 'same-origin' && ahead === undefined;
}
