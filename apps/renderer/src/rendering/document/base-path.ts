import type { NextFunction, Request, RequestHandler, Response } from 'express';

/**
 * Rewrites a request's address to the path and query within the application.
 *
 * - The base path is removed, unless a proxy has removed it already.
 * - An address with scheme and host, which clients should send only to proxies (RFC 9112, section
 *   3.2.2), is reduced to its path and query.
 * - Several slashes at the beginning become one. Otherwise a page at `//evil.example` that links
 *   to itself would link to another host.
 */
export function stripBasePath(basePath: string): RequestHandler {
  return (request: Request, _response: Response, next: NextFunction) => {
    request.url = toUrlWithin(basePath, request.url);
    next();
  };
}

/**
 * Returns the path and query of an address within the application.
 *
 * ```ts
 * toUrlWithin('/shop', '/shop/orders?page=2'); // '/orders?page=2'
 * toUrlWithin('/shop', '//evil.example/orders'); // '/evil.example/orders'
 * ```
 */
export function toUrlWithin(basePath: string, address: string): string {
  const url = toOriginForm(address).replace(/^[/\\]+/, '/');
  const rest = url.slice(basePath.length);
  const within = basePath !== '' && url.startsWith(basePath) && /^(?:[/?]|$)/.test(rest);
  return (within ? rest : url).replace(/^[/\\]*/, '/');
}

function toOriginForm(url: string): string {
  if (url.startsWith('/')) return url;
  if (!URL.canParse(url)) return '/';
  const { pathname, search } = new URL(url);
  return (pathname.startsWith('/') ? pathname : '/') + search;
}
