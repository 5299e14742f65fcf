import type { Request, RequestHandler } from 'express';
import { identifyRequest } from './request-id.ts';

/** Gives each request an id. A proxy that `trust proxy` names may choose the id. */
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
