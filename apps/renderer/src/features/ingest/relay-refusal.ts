import { ErrataError } from '#shared';
import type { Request, Response } from 'express';
import { endAfterDiscarding } from '../../rendering/index.ts';

/** What a sender is answered when the relay does not answer, in the relay's own form. */
export function refuseForRelay(request: Request, response: Response, cause: Error): void {
  if (response.headersSent || response.destroyed) return;
  request.unpipe();
  if (request.method === 'OPTIONS') return allowToAsk(response);
  const error = new ErrataError('relay.unavailable', { cause });
  const body = JSON.stringify({ detail: error.message });
  response.writeHead(error.status, {
    'Access-Control-Allow-Origin': '*',
    'Access-Control-Expose-Headers': 'x-sentry-error, x-sentry-rate-limits, retry-after',
    Connection: 'close',
    'Content-Length': Buffer.byteLength(body),
    'Content-Type': 'application/json',
    'Retry-After': '5',
    'X-Sentry-Error': error.message,
  });
  response.write(body);
  finishAnswer(request, response);
}

/** Once the whole answer is written: with the request read to its end, or after discarding some of the rest. */
export function finishAnswer(request: Request, response: Response): void {
  if (request.readableEnded) response.end();
  else endAfterDiscarding(request, response);
}

/** A preflight that failed would hide the 503 that its report gets from the page that sent it. */
function allowToAsk(response: Response): void {
  response.writeHead(204, {
    'Access-Control-Allow-Origin': '*',
    'Access-Control-Allow-Methods': 'POST, GET, OPTIONS',
    'Access-Control-Allow-Headers':
      'X-Sentry-Auth, X-Requested-With, Content-Type, Content-Encoding, Authorization, sentry-trace, baggage',
  });
  response.end();
}
