import { createServer, IncomingMessage, type RequestListener, ServerResponse } from 'node:http';
import { ExpressAdapter } from '@nestjs/platform-express';
import { answerFaults } from './answer-faults.ts';
import { ConnectionTurns } from './connection-turns.ts';
import { type ConnectionRules, plainRules } from './connection-rules.ts';

/**
 * Idle connections stay open longer than proxies and balancers keep them (nginx and AWS 60 s,
 * Traefik 90 s, Caddy 120 s). If the server closed first, a request sent at that moment would be
 * lost, because proxies do not repeat a POST.
 */
const KEEP_ALIVE_MS = 130_000;

/** Characters that browsers encode, or the name of a parameter, which may have some. */
const LITERAL_OR_NAME = /[:*][\p{ID_Start}$_][\p{ID_Continue}$]*|[^!-~]+/gu;

interface Prototypes {
  request: object;
  response: object;
}

/**
 * An Express adapter that creates requests and responses with Express's prototypes. Express would
 * otherwise change the prototype of each object. V8 would keep such an object, and everything it
 * refers to, until it collects the old generation.
 *
 * The server has no TLS. When Nest closes, connections stay open, because each service closes its
 * own.
 */
export class ServerAdapter extends ExpressAdapter {
  constructor(private readonly rules: ConnectionRules = plainRules) {
    super();
  }

  /** Percent-encodes literals of a route's path, because browsers send them so. Names stay. */
  override normalizePath(path: string): string {
    return super
      .normalizePath(path)
      .replace(LITERAL_OR_NAME, (found) =>
        /^[:*]/.test(found) ? found : encodeURIComponent(found),
      );
  }

  override initHttpServer(): void {
    const express = this.getInstance<RequestListener & Prototypes>();
    const options = { ...createMessageClasses(express), keepAliveTimeout: KEEP_ALIVE_MS };
    const server = createServer(options, new ConnectionTurns(express).listener);
    answerFaults(server, this.rules);
    this.httpServer = server;
  }
}

/**
 * Creates subclasses of Node's message classes. The prototype of each subclass inherits from the
 * prototype of Express.
 */
function createMessageClasses(express: Prototypes) {
  class Request extends IncomingMessage {}
  class Response extends ServerResponse {}
  express.request = Object.setPrototypeOf(Request.prototype, express.request) as object;
  express.response = Object.setPrototypeOf(Response.prototype, express.response) as object;
  return { IncomingMessage: Request, ServerResponse: Response };
}
