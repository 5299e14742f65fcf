import type { IncomingMessage } from 'node:http';

/**
 * Returns the origin of the page that sends a request; `null` when a browser sends none. Browsers
 * send `Origin` with every POST, and only `Referer` with an image request. Returns undefined when
 * no browser sent the request.
 */
export function findOrigin({ headers }: IncomingMessage): string | undefined {
  const { origin, referer } = headers;
  if (origin !== undefined) return origin;
  if (referer === undefined) return undefined;
  return URL.canParse(referer) ? new URL(referer).origin : 'null';
}
