import type { NextFunction, Request, Response } from 'express';
import { ingestHeaders, internalPath, preflightHeaders } from '#shared';

/**
 * Any page may report, none with credentials, and may read why it was refused: on every answer,
 * refusals included, or the browser hides them from the SDK. Preflights are answered here.
 */
export function allowAnyOrigin(request: Request, response: Response, next: NextFunction): void {
  // No page has any business there; Express routes paths in whatever case.
  if (request.path.toLowerCase().startsWith(`${internalPath}/`)) return next();
  if (request.method === 'OPTIONS') {
    response.writeHead(204, preflightHeaders).end();
    return;
  }
  for (const [name, value] of Object.entries(ingestHeaders)) response.setHeader(name, value);
  next();
}
