import type { NextFunction, Request, Response } from 'express';
import { ingestHeaders, internalPath, preflightHeaders } from '#shared';

/**
 * Paths for services, probes and operators. Their answers carry no CORS headers, so no page can
 * read them.
 */
const NOT_FOR_PAGES = [internalPath, '/health'];

/**
 * Lets any page send reports, without credentials. Every answer gets CORS headers, because browsers
 * otherwise hide a refusal from the SDK. Preflights are answered here.
 */
export function allowAnyOrigin(request: Request, response: Response, next: NextFunction): void {
  if (isNotForPages(request.path)) return next();
  if (request.method === 'OPTIONS') {
    response.writeHead(204, preflightHeaders).end();
    return;
  }
  for (const [name, value] of Object.entries(ingestHeaders)) response.setHeader(name, value);
  next();
}

function isNotForPages(path: string): boolean {
  const lowered = path.toLowerCase();
  return NOT_FOR_PAGES.some((place) => lowered.startsWith(`${place}/`));
}
