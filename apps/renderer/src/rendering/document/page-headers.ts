import type { NextFunction, Request, Response } from 'express';

/**
 * Sets headers on every answer at a page's address, whatever its outcome. Shared caches must not
 * keep the answer, and the answer varies by the headers that request page data.
 */
export function pageHeaders(_request: Request, response: Response, next: NextFunction): void {
  response
    .set('Cache-Control', 'private, no-cache')
    .set('Vary', 'Router-State, Router-Prefetch, Router-Segment');
  next();
}
