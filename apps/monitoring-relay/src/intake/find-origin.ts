import type { IncomingMessage } from 'node:http';

/**
 * Returns the origin of the page that sends a request. Browsers send `Origin` with every POST, but
 * only `Referer` with an image request. Returns the text `null` when the page has no origin or
 * `Referer` is not a URL. Returns undefined when the request has neither header: no browser sent
 * it.
 */
export function findOrigin({ headers }: IncomingMessage): string | undefined {
  const { origin, referer } = headers;
  if (origin !== undefined) return origin;
  if (referer === undefined) return undefined;
  return URL.canParse(referer) ? new URL(referer).origin : 'null';
}
