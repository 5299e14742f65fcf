import type { NextFunction, Request, Response } from 'express';

/**
 * On every answer of a page's address, whatever it ends in: it is nobody else's to keep, and it
 * differs by the headers that ask for page data.
 */
export function pageHeaders(_request: Request, response: Response, next: NextFunction): void {
  response
    .set('Cache-Control', 'private, no-cache')
    .set('Vary', 'Router-State, Router-Prefetch, Router-Segment');
  next();
}
