import type { Agent, ClientRequest, IncomingMessage, RequestOptions } from 'node:http';
import type { Request, Response } from 'express';
import { KeptBody } from './kept-bytes.ts';
import type { KeptBytes } from './kept-bytes.ts';
import type { RelayAbsence } from './relay-absence.ts';
import { toRelayHeaders, withoutHopByHop } from './relay-headers.ts';
import { finishAnswer, refuseForRelay } from './relay-refusal.ts';

const RELAY_ANSWERS_WITHIN_MS = 30_000;

/** How the relay is reached. */
export interface RelayRoute {
  readonly relay: URL;
  readonly agent: Agent;
  readonly send: (url: URL, options: RequestOptions) => ClientRequest;
  readonly absence: RelayAbsence;
  readonly keptBytes: KeptBytes;
}

/** One request on its way to the relay, in as many attempts as that may take. */
export class Passage {
  private readonly hasBody: boolean;
  private readonly kept: KeptBody;
  private readonly leaving = new AbortController();
  private upstream: ClientRequest | undefined;
  private isAnswered = false;

  constructor(
    private readonly request: Request,
    private readonly response: Response,
    private readonly route: RelayRoute,
  ) {
    this.hasBody = request.method === 'POST';
    this.kept = new KeptBody(route.keptBytes);
    request.on('error', () => this.leave());
    response.once('close', () => this.leave());
  }

  begin(): void {
    this.attempt(this.route.agent);
  }

  /** Without an agent it is over a connection of its own. */
  private attempt(agent: Agent | false): void {
    const { relay, send, absence } = this.route;
    const upstream = send(relay, {
      agent,
      path: relay.pathname.replace(/\/+$/, '') + this.request.url,
      method: this.request.method,
      headers: toRelayHeaders(this.request, { hasBody: this.hasBody }),
      timeout: RELAY_ANSWERS_WITHIN_MS,
    });
    this.upstream = upstream;
    let isConnected = false;
    onConnected(upstream, relay.protocol, () => {
      isConnected = true;
      absence.end();
      this.feed(upstream);
    });
    upstream.once('response', (answer) => {
      this.isAnswered = true;
      this.kept.drop();
      this.passBack(upstream, answer);
    });
    upstream.once('timeout', () => upstream.destroy(new Error('The relay does not answer.')));
    // After an early answer the relay may close while the client still sends: that answer stands.
    upstream.on('error', (error) => {
      if (!this.isAnswered) void this.mend(upstream, isConnected, error);
    });
  }

  private feed(upstream: ClientRequest): void {
    if (!this.hasBody) {
      this.request.resume();
      upstream.end();
      return;
    }
    for (const piece of this.kept.whole ?? []) upstream.write(piece);
    if (upstream.reusedSocket) this.request.on('data', (piece: Buffer) => this.kept.add(piece));
    this.request.pipe(upstream);
  }

  /**
   * Tries again where that cannot do harm: when nothing was sent, and when the relay closed a connection that had
   * been idle, as it does when it ends, while the request was on its way to it. Had it read that after all, it knows
   * the event by its id.
   */
  private async mend(upstream: ClientRequest, isConnected: boolean, error: Error): Promise<void> {
    if (this.leaving.signal.aborted) return;
    if (!isConnected) {
      if (await this.route.absence.isWorthAnotherTry(this.leaving.signal))
        return this.attempt(false);
    } else if (upstream.reusedSocket && this.kept.whole) {
      this.request.unpipe(upstream);
      this.request.removeAllListeners('data');
      return this.attempt(false);
    }
    refuseForRelay(this.request, this.response, error);
  }

  private passBack(upstream: ClientRequest, answer: IncomingMessage): void {
    const { request, response } = this;
    const early = !request.readableEnded;
    if (early) request.unpipe(upstream);
    response.writeHead(answer.statusCode ?? 502, {
      ...withoutHopByHop(answer.headers),
      ...(early ? { connection: 'close' } : {}),
    });
    answer.once('error', () => response.destroy());
    answer.pipe(response, { end: false });
    answer.once('end', () => finishAnswer(request, response));
  }

  private leave(): void {
    this.leaving.abort();
    this.kept.drop();
    this.upstream?.destroy();
  }
}

/** Nothing has left before that: what an attempt fails with until then concerns no relay that has read anything. */
function onConnected(upstream: ClientRequest, protocol: string, listener: () => void): void {
  upstream.once('socket', (socket) => {
    if (!socket.connecting) listener();
    else socket.once(protocol === 'https:' ? 'secureConnect' : 'connect', listener);
  });
}
