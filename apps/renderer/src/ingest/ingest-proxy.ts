import { Agent as HttpAgent, request as httpRequest } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { isIngestArea, isIngestPath, SystemClock } from '#shared';
import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { KeptBytes } from './kept-bytes.ts';
import { Passage } from './passage.ts';
import type { RelayRoute } from './passage.ts';
import { RefusalLog } from './refusal-log.ts';
import { refuseNowhere } from './relay-refusal.ts';
import { createSenderHeader } from './sender-header.ts';
import { RelayAbsence } from './relay-absence.ts';
import { RelaySilence } from './relay-silence.ts';

/** Where the relay is, and by what it knows the renderer. */
interface RelayAccess {
  readonly relayUrl: string;
  /** ERRATA_SECRET. */
  readonly secret: string;
}

/** How long a relay is waited for; what is not said is as it is in operation. */
interface RelayPatience {
  readonly absence?: RelayAbsence;
  readonly silence?: RelaySilence;
  readonly answersWithinMs?: number;
}

/** Idle for so long they are closed, before the relay, or what stands before it, closes them. */
const keptAlive = { keepAlive: true, timeout: 30_000 };

/**
 * Passes ingest requests through to the relay, both ways as a stream, untouched but for the headers
 * of the connection, and of the sender. Only a POST has a body there. A relay that is away for a moment is waited for; when it
 * stays away it answers 503 itself, in the relay's own form, and 404 to what is no address of reports but meant as one.
 */
export function ingestProxy(
  { relayUrl, secret }: RelayAccess,
  patience: RelayPatience = {},
): RequestHandler {
  const relay = new URL(relayUrl);
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
    describeSender: createSenderHeader(secret, new SystemClock()),
  };
  return (request: Request, response: Response, next: NextFunction) => {
    if (isIngestPath(request.path)) new Passage(request, response, route).begin();
    else if (isIngestArea(request.path)) refuseNowhere(request, response);
    else next();
  };
}
