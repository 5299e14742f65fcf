import type { NextFunction, Request, Response } from 'express';
import { ingestHeaders, internalPath, preflightHeaders } from '#shared';

/** Paths that services, probes and operators ask. They send no CORS headers, so no page can read the answers. */
const NOT_FOR_PAGES = [internalPath, '/health'];

/**
 * Any page may report, none with credentials, and may read why it was refused: on every answer,
 * refusals included, or the browser hides them from the SDK. Preflights are answered here.
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

/** Express routes paths in whatever case. */
function isNotForPages(path: string): boolean {
  const lowered = path.toLowerCase();
  return NOT_FOR_PAGES.some((place) => lowered.startsWith(`${place}/`));
}
