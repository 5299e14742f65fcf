import { endAfterDiscarding } from '#http';
import {
  type ErrorCode,
  errorCatalogue,
  ingestHeaders,
  preflightHeaders,
  toIngestRefusal,
} from '#shared';
import type { Request, Response } from 'express';
import type { RefusalLog } from './refusal-log.ts';

/** As the relay asks for when its spool cannot be written. */
const RETRY_AFTER_S = 5;

/** What a sender is answered when the relay does not answer, in the relay's own form; each refused report is noted. */
export function refuseForRelay(request: Request, response: Response, log: RefusalLog): void {
  if (response.headersSent || response.destroyed) return;
  request.unpipe();
  if (request.method === 'POST') log.note();
  refuse(request, response, 'relay.unavailable');
}

/** Beside the addresses that reports are taken at: what the relay would say, who is not asked. */
export function refuseNowhere(request: Request, response: Response): void {
  refuse(request, response, 'request.nowhere');
}

/** A preflight that failed would hide the refusal that its report gets from the page that sent it. */
function refuse(request: Request, response: Response, code: ErrorCode): void {
  if (request.method === 'OPTIONS') {
    response.writeHead(204, preflightHeaders).end();
    return;
  }
  const { headers, body } = toRefusal(code);
  response.writeHead(errorCatalogue[code].status, { ...headers, Connection: 'close' });
  response.write(body);
  finishAnswer(request, response);
}

export function toRefusal(code: ErrorCode): ReturnType<typeof toIngestRefusal> {
  const { status, message: detail } = errorCatalogue[code];
  const isAway = code === 'relay.unavailable';
  const { headers, body } = toIngestRefusal({
    status,
    detail,
    ...(isAway ? { retryAfterSeconds: RETRY_AFTER_S } : {}),
  });
  return { headers: { ...ingestHeaders, ...headers }, body };
}

/** Once the whole answer is written: with the request read to its end, or after discarding some of the rest. */
export function finishAnswer(request: Request, response: Response): void {
  if (request.readableEnded) response.end();
  else endAfterDiscarding(request, response);
}
