import compression from 'compression';
import type { RequestHandler } from 'express';
import { pageDataType } from '#shared';

/** What pages are answered as; everything else is compressed by its build, or too small. */
const TYPES = /^(?:text\/html|application\/json)\b/;

/** Compresses documents and page data beyond 1 kB, for whoever accepts it. */
export function compressedAnswers(): RequestHandler {
  const compress = compression({
    filter: (_request, response) => {
      const type = String(response.getHeader('Content-Type') ?? '');
      return TYPES.test(type) || type.startsWith(pageDataType);
    },
  });
  return (request, response, next) => {
    if ('accept-encoding' in request.headers) compress(request, response, next);
    else {
      response.vary('Accept-Encoding');
      next();
    }
  };
}
