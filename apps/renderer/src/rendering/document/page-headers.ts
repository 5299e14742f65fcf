import type { NextFunction, Request, Response } from 'express';

/**
 * Sets default headers on the answers of all routes, also of errors. Shared caches must not store
 * these answers. Pages vary by the headers that request page data.
 */
export function pageHeaders(_request: Request, response: Response, next: NextFunction): void {
  response
    .set('Cache-Control', 'private, no-cache')
    .set('Vary', 'Router-State, Router-Prefetch, Router-Segment');
  next();
}
