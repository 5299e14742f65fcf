import type { IncomingMessage } from 'node:http';

/**
 * The origin of the page that sends a request, `null` where it has none: by `Origin`, which browsers send with every
 * POST, or by `Referer`, which comes with the pixel. Undefined of what no browser sent.
 */
export function findOrigin({ headers }: IncomingMessage): string | undefined {
  const { origin, referer } = headers;
  if (origin !== undefined) return origin;
  if (referer === undefined) return undefined;
  return URL.canParse(referer) ? new URL(referer).origin : 'null';
}
