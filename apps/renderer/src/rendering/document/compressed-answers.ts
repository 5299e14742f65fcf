import compression from 'compression';
import type { RequestHandler } from 'express';
import { pageDataType } from '#shared';

/**
 * Only these types are compressed here, because the build has compressed its own files and other
 * answers are small.
 */
const TYPES = /^(?:text\/html|application\/json)\b/;

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
