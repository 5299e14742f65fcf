import { createServer, IncomingMessage, type RequestListener, ServerResponse } from 'node:http';
import { ExpressAdapter } from '@nestjs/platform-express';
import { answerFaults } from './answer-faults.ts';
import { type ConnectionRules, plainRules } from './connection-rules.ts';

/**
 * Longer than proxies and balancers keep idle connections (nginx and AWS 60 s, Traefik 90 s, Caddy 120 s): a request
 * that they send over one that is closed meanwhile is lost, since no POST is sent twice.
 */
const KEEP_ALIVE_MS = 130_000;

/** What Express makes the prototypes of each request and response. */
interface Prototypes {
  request: object;
  response: object;
}

/**
 * Express, whose requests and responses are made with the prototypes that it gives them. Otherwise it changes those of
 * each: V8 then takes it, and all that hangs on it, for alive until it collects the old generation (ADR 50).
 *
 * Without TLS and without what Nest does to connections when it closes: each service sees to that itself.
 */
export class ServerAdapter extends ExpressAdapter {
  constructor(private readonly rules: ConnectionRules = plainRules) {
    super();
  }

  override initHttpServer(): void {
    const express = this.getInstance<RequestListener & Prototypes>();
    const options = { ...takePlaces(express), keepAliveTimeout: KEEP_ALIVE_MS };
    const server = createServer(options, express);
    answerFaults(server, this.rules);
    this.httpServer = server;
  }
}

/** Puts prototypes of classes in the places of those that it has, and before them. */
function takePlaces(express: Prototypes) {
  class Request extends IncomingMessage {}
  class Response extends ServerResponse {}
  express.request = Object.setPrototypeOf(Request.prototype, express.request) as object;
  express.response = Object.setPrototypeOf(Response.prototype, express.response) as object;
  return { IncomingMessage: Request, ServerResponse: Response };
}
