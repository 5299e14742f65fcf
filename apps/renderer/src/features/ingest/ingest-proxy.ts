import { Agent as HttpAgent, request as httpRequest } from 'node:http';
import type { ClientRequest, IncomingMessage } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { ErrataError, isIngestPath } from '#shared';
import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { endAfterDiscarding } from '../../rendering/index.ts';
import { toRelayHeaders, withoutHopByHop } from './relay-headers.ts';

const RELAY_ANSWERS_WITHIN_MS = 30_000;

/**
 * Passes ingest requests through to the relay, both ways as a stream, untouched but for the headers
 * of the connection. Only a POST has a body there. When the relay cannot be reached it answers 503
 * itself, in the relay's own form.
 */
export function ingestProxy(relayUrl: string): RequestHandler {
  const relay = new URL(relayUrl);
  const basePath = relay.pathname.replace(/\/+$/, '');
  const secure = relay.protocol === 'https:';
  const agent = secure ? new HttpsAgent({ keepAlive: true }) : new HttpAgent({ keepAlive: true });
  const send = secure ? httpsRequest : httpRequest;

  return (request: Request, response: Response, next: NextFunction) => {
    if (!isIngestPath(request.path)) {
      next();
      return;
    }
    const hasBody = request.method === 'POST';
    const upstream = send(relay, {
      agent,
      path: basePath + request.url,
      method: request.method,
      headers: toRelayHeaders(request, { hasBody }),
      timeout: RELAY_ANSWERS_WITHIN_MS,
    });
    connect(request, response, upstream);
    if (hasBody) request.pipe(upstream);
    else {
      request.resume();
      upstream.end();
    }
  };
}

function connect(request: Request, response: Response, upstream: ClientRequest): void {
  let answered = false;
  upstream.once('response', (answer) => {
    answered = true;
    passBack(request, response, upstream, answer);
  });
  upstream.once('timeout', () => upstream.destroy(new Error('The relay does not answer.')));
  // After an early answer the relay may close while the client still sends: that answer stands.
  upstream.on('error', (error) => {
    if (!answered) refuse(request, response, error);
  });
  response.once('close', () => upstream.destroy());
  request.once('error', () => upstream.destroy());
}

function passBack(
  request: Request,
  response: Response,
  upstream: ClientRequest,
  answer: IncomingMessage,
): void {
  const early = !request.readableEnded;
  if (early) request.unpipe(upstream);
  response.writeHead(answer.statusCode ?? 502, {
    ...withoutHopByHop(answer.headers),
    ...(early ? { connection: 'close' } : {}),
  });
  answer.once('error', () => response.destroy());
  answer.pipe(response, { end: false });
  answer.once('end', () => finish(request, response));
}

function refuse(request: Request, response: Response, cause: Error): void {
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
  finish(request, response);
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

/** Once the whole answer is written: with the request read to its end, or after discarding some of the rest. */
function finish(request: Request, response: Response): void {
  if (request.readableEnded) response.end();
  else endAfterDiscarding(request, response);
}
