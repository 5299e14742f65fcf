import compression from 'compression';
import type { IncomingMessage } from 'node:http';
import type { RequestHandler } from 'express';
import { pageDataType } from '#shared';

/** What pages are answered as; everything else is compressed by its build, or too small. */
const TYPES = /^(?:text\/html|application\/json)\b/;

const LOOPBACK = /^(?:127\.|::1$|::ffff:127\.)/;

/**
 * Compresses documents and page data where it pays: beyond 1 kB, for whoever accepts it, and not for a
 * browser on this very machine, which reads faster than it unpacks. Requests that a proxy on this
 * machine passes on come from elsewhere, as far as the proxy says so by a header.
 */
export function compressedAnswers(): RequestHandler {
  const compress = compression({
    filter: (_request, response) => {
      const type = String(response.getHeader('Content-Type') ?? '');
      return TYPES.test(type) || type.startsWith(pageDataType);
    },
  });
  return (request, response, next) => {
    if (isFromHere(request) || !('accept-encoding' in request.headers)) {
      response.vary('Accept-Encoding');
      next();
    } else compress(request, response, next);
  };
}

function isFromHere({ socket, headers }: IncomingMessage): boolean {
  const isForwarded = 'x-forwarded-for' in headers || 'forwarded' in headers || 'via' in headers;
  return !isForwarded && LOOPBACK.test(socket.remoteAddress ?? '');
}
