import type { Request, RequestHandler } from 'express';
import { identifyRequest } from './request-id.ts';

/** Gives each request an id. Senders that `trust proxy` covers may choose it themselves. */
export function identifyRequests(): RequestHandler {
  return (request, response, next) => {
    identifyRequest(request, response, () => isFromTrusted(request));
    next();
  };
}

function isFromTrusted({ app, socket }: Request): boolean {
  const isTrusted = app.get('trust proxy fn') as (address: string, hop: number) => boolean;
  return isTrusted(socket.remoteAddress ?? '', 0);
}
