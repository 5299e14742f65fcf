import type { IncomingHttpHeaders } from 'node:http';

export interface OriginFacts {
  readonly headers: IncomingHttpHeaders;
  /** Host and port that the visitor asked, as a proxy that is trusted says. */
  readonly host: string | undefined;
  /** Origin under which visitors reach the application. */
  readonly publicOrigin: string;
}

/**
 * Whether a page of this application made the request, so that another site cannot have a visitor's browser act for it.
 * Browsers name the origin of whatever is posted. Where none is named, the browser has to say that a page of
 * this origin asks; a request that says nothing of where it comes from is a program's, and carries no cookie. Whatever
 * a browser says to come from another site is refused: a proxy may rewrite `Origin` and `Host`, and forwards
 * `Sec-Fetch-Site` as it is.
 */
export function isOwnOrigin({ headers, host, publicOrigin }: OriginFacts): boolean {
  const { origin, cookie, 'sec-fetch-site': site } = headers;
  if (site === 'cross-site') return false;
  if (origin === undefined)
    return site === undefined ? cookie === undefined : site === 'same-origin';
  if (origin === publicOrigin) return true;
  if (host === undefined || !URL.canParse(origin)) return false;
  const from = new URL(origin);
  const own = `${from.protocol}//${host}`;
  // As URLs have them: without the port that the scheme implies.
  return from.host !== '' && URL.canParse(own) && new URL(own).host === from.host;
}
