import type { NextFunction, Request, Response } from 'express';

/**
 * Replaces repeated slashes in the path by one. A DSN that ends with a slash makes SDKs send to
 * `//api//1/envelope/`.
 */
export function joinSlashes(request: Request, _response: Response, next: NextFunction): void {
  // Assigning `url` makes Express parse it again, even when the value is the same.
  if (request.url.includes('//')) {
    const [, path = '', rest = ''] = /^([^?#]*)(.*)$/s.exec(request.url) ?? [];
    request.url = path.replaceAll(/\/{2,}/g, '/') + rest;
  }
  next();
}
