import type { NextFunction, Request, Response } from 'express';

/** SDKs that are given a DSN with a slash at its end put their own behind it: `//api//1/envelope/`. */
export function joinSlashes(request: Request, _response: Response, next: NextFunction): void {
  // What is assigned is parsed again, also where it is the same.
  if (request.url.includes('//')) {
    const [, path = '', rest = ''] = /^([^?#]*)(.*)$/s.exec(request.url) ?? [];
    request.url = path.replaceAll(/\/{2,}/g, '/') + rest;
  }
  next();
}
