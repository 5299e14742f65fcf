import type { IncomingHttpHeaders } from 'node:http';

export interface OriginFacts {
  readonly headers: IncomingHttpHeaders;
  /** Host and port of the request, as a trusted proxy names them. */
  readonly host: string | undefined;
  readonly publicOrigin: string;
}

/**
 * Whether a page of this application made the request. Protects against CSRF.
 *
 * Browsers send `Origin` with every POST. A request without `Origin` must have `Sec-Fetch-Site:
 * same-origin`. A request with neither header comes from a program, and must carry no cookie.
 * `Sec-Fetch-Site: cross-site` is always refused: a proxy may rewrite `Origin` and `Host`, but
 * forwards this header as it is.
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
  // `URL` drops the scheme's default port, so that both hosts are written alike.
  return from.host !== '' && URL.canParse(own) && new URL(own).host === from.host;
}
