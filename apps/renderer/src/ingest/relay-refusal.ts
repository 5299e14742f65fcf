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

/**
 * Delay that senders are asked for. The relay asks for the same delay when its spool cannot be
 * written.
 */
const RETRY_AFTER_S = 5;

/**
 * Answers 503 in the relay's own form when the relay does not answer, and notes each refused
 * report.
 */
export function refuseForRelay(request: Request, response: Response, log: RefusalLog): void {
  if (response.headersSent || response.destroyed) return;
  request.unpipe();
  if (request.method === 'POST') log.note();
  refuse(request, response, 'relay.unavailable');
}

/**
 * Answers 404 in the relay's own form, without asking the relay, at addresses that resemble those
 * of reports.
 */
export function refuseUnknownAddress(request: Request, response: Response): void {
  refuse(request, response, 'request.nowhere');
}

/**
 * Sends the refusal. A preflight gets success instead: a failed preflight would hide the report's
 * refusal from the page that sent it.
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
    ...(isAway ? { retryAfterSeconds: RETRY_AFTER_S } : {}),
  });
  return { headers: { ...ingestHeaders, ...headers }, body };
}

/**
 * Ends the response. When the request's body was not read to its end, discards some of it first.
 */
export function finishAnswer(request: Request, response: Response): void {
  if (request.readableEnded) response.end();
  else endAfterDiscarding(request, response);
}
