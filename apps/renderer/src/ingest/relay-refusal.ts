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

/** The relay sends the same `Retry-After` when it cannot write its spool. */
const RETRY_AFTER_S = 5;

/**
 * Answers 503 in the relay's format, and logs each refused report. Does nothing once the response
 * has begun.
 */
export function refuseForRelay(request: Request, response: Response, log: RefusalLog): void {
  if (response.headersSent || response.destroyed) return;
  request.unpipe();
  if (request.method === 'POST') log.note();
  refuse(request, response, 'relay.unavailable');
}

export function refuseUnknownAddress(request: Request, response: Response): void {
  refuse(request, response, 'request.nowhere');
}

/**
 * Refuses a request, but answers a CORS preflight with success. If the preflight failed, the page
 * that sends the report could not read the refusal.
 */
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
    retryAfterSeconds: isAway ? RETRY_AFTER_S : undefined,
  });
  return { headers: { ...ingestHeaders, ...headers }, body };
}

export function finishAnswer(request: Request, response: Response): void {
  if (request.readableEnded) response.end();
  else endAfterDiscarding(request, response);
}
