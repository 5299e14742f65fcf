import type { NextFunction, Request, Response } from 'express';
import { internalPath } from '#shared';

const ALLOWED_HEADERS =
  'X-Sentry-Auth, X-Requested-With, Origin, Accept, Content-Type, Content-Encoding, Authentication, Authorization, sentry-trace, baggage';
const PREFLIGHT_AGE_S = 3600;

/**
 * Any page may report, none with credentials, and may read why it was refused: on every answer,
 * refusals included, or the browser hides them from the SDK. Preflights are answered here.
 */
export function allowAnyOrigin(request: Request, response: Response, next: NextFunction): void {
  // No page has any business there; Express routes paths in whatever case.
  if (request.path.toLowerCase().startsWith(`${internalPath}/`)) return next();
  response.setHeader('Access-Control-Allow-Origin', '*');
  response.setHeader(
    'Access-Control-Expose-Headers',
    'x-sentry-error, x-sentry-rate-limits, retry-after',
  );
  response.setHeader('Cross-Origin-Resource-Policy', 'cross-origin');
  if (request.method !== 'OPTIONS') return next();
  response.setHeader('Access-Control-Allow-Methods', 'POST, GET, OPTIONS');
  response.setHeader('Access-Control-Allow-Headers', ALLOWED_HEADERS);
  response.setHeader('Access-Control-Max-Age', PREFLIGHT_AGE_S);
  response.writeHead(204).end();
}
