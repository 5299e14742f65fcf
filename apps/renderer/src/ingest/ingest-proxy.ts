import { Agent as HttpAgent, request as httpRequest } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { nameRequest } from '#persistence';
import { isIngestArea, isIngestPath, SystemClock } from '#shared';
import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { KeptBytes } from './kept-bytes.ts';
import { RelayRequest } from './relay-request.ts';
import type { RelayRoute } from './relay-request.ts';
import { RefusalLog } from './refusal-log.ts';
import { refuseUnknownAddress } from './relay-refusal.ts';
import { createSenderHeader } from './sender-header.ts';
import { RelayAbsence } from './relay-absence.ts';
import { RelaySilence } from './relay-silence.ts';

interface RelayAccess {
  readonly relayUrl: string;
  readonly secret: string;
}

interface RelayPatience {
  readonly absence?: RelayAbsence;
  readonly silence?: RelaySilence;
  readonly answersWithinMs?: number;
}

/**
 * The timeout closes idle connections before the relay, or a proxy in front of the relay, closes
 * them.
 */
const keptAlive = { keepAlive: true, timeout: 30_000 };

/**
 * Passes ingest requests on to the relay and streams bodies in both directions. Requests other than
 * POST are passed on without their body.
 *
 * When the relay cannot be reached, the proxy tries again for some seconds, and then answers 503 in
 * the relay's format. Unknown paths under `/api` and `/monitoring` get 404.
 */
export function ingestProxy(
  { relayUrl, secret }: RelayAccess,
  patience: RelayPatience = {},
): RequestHandler {
  const relay = new URL(relayUrl);
  const clock = new SystemClock();
  const secure = relay.protocol === 'https:';
  const route: RelayRoute = {
    relay,
    agent: secure ? new HttpsAgent(keptAlive) : new HttpAgent(keptAlive),
    send: secure ? httpsRequest : httpRequest,
    absence: patience.absence ?? new RelayAbsence(),
    silence: patience.silence ?? new RelaySilence(),
    answersWithinMs: patience.answersWithinMs,
    keptBytes: new KeptBytes(),
    refusals: new RefusalLog(),
    describeSender: createSenderHeader(secret, clock),
    nameRequest: () => nameRequest(clock.nowMs()),
  };
  return (request: Request, response: Response, next: NextFunction) => {
    if (isIngestPath(request.path)) new RelayRequest(request, response, route).begin();
    else if (isIngestArea(request.path)) refuseUnknownAddress(request, response);
    else next();
  };
}
