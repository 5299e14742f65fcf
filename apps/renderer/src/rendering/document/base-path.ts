import type { NextFunction, Request, RequestHandler, Response } from 'express';

/**
 * Brings a request's address into one form: the path and query within the application. The base path
 * is taken off, which a proxy in front may have done already; of an address that names scheme and host
 * (RFC 9112, 3.2.2), which only proxies are sent, path and query are kept. Several slashes at its
 * beginning are one: in a link they would name a host. One that begins with several
 * slashes would name another host wherever a page says its own address.
 */
export function stripBasePath(basePath: string): RequestHandler {
  return (request: Request, _response: Response, next: NextFunction) => {
    request.url = toUrlWithin(basePath, request.url);
    next();
  };
}

/** What `stripBasePath` makes of an address. */
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
