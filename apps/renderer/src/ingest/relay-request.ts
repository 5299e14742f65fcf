import type { Agent, ClientRequest, IncomingMessage, RequestOptions } from 'node:http';
import type { Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import type { Request, Response } from 'express';
import { KeptBody } from './kept-bytes.ts';
import type { KeptBytes } from './kept-bytes.ts';
import type { RelayAbsence } from './relay-absence.ts';
import { toRelayHeaders, withoutHopByHop } from './relay-headers.ts';
import type { RefusalLog } from './refusal-log.ts';
import type { RelayWait, RelaySilence } from './relay-silence.ts';
import { finishAnswer, refuseForRelay } from './relay-refusal.ts';

/** A relay connection times out after this long without a byte in either direction. */
const RELAY_ANSWERS_WITHIN_MS = 30_000;

export interface RelayRoute {
  readonly relay: URL;
  readonly agent: Agent;
  readonly send: (url: URL, options: RequestOptions) => ClientRequest;
  readonly absence: RelayAbsence;
  readonly silence: RelaySilence;
  readonly keptBytes: KeptBytes;
  readonly refusals: RefusalLog;
  readonly answersWithinMs?: number | undefined;
  /**
   * Returns a signed header with the sender's IP address, or with `unknown`. The signature expires,
   * so each attempt needs a new header.
   */
  readonly describeSender: (request: Request) => string;
  /** Returns the name of a new request in the form of `requestHeader`. */
  readonly nameRequest: () => string;
}

export class RelayRequest {
  private readonly hasBody: boolean;
  private readonly name: string;
  private readonly kept: KeptBody;
  private readonly leaving = new AbortController();
  private upstream: ClientRequest | undefined;
  private awaited: RelayWait | undefined;
  private isAnswered = false;

  constructor(
    private readonly request: Request,
    private readonly response: Response,
    private readonly route: RelayRoute,
  ) {
    this.hasBody = request.method === 'POST';
    this.name = route.nameRequest();
    this.kept = new KeptBody(route.keptBytes);
    request.on('error', () => this.leave());
    response.once('close', () => this.leave());
  }

  begin(): void {
    this.attempt(this.route.agent);
  }

  /** `agent: false` opens a new connection instead of reusing an idle one. */
  private attempt(agent: Agent | false): void {
    const { relay, send, absence, silence, describeSender } = this.route;
    if (!silence.isWorthAsking()) return this.refuse();
    const upstream = send(relay, {
      agent,
      path: relay.pathname.replace(/\/+$/, '') + this.request.url,
      method: this.request.method,
      headers: toRelayHeaders(this.request, {
        hasBody: this.hasBody,
        sender: describeSender(this.request),
        name: this.name,
      }),
      timeout: this.route.answersWithinMs ?? RELAY_ANSWERS_WITHIN_MS,
    });
    const awaited = silence.createWait(() => upstream.destroy(new RelaySilent()));
    this.upstream = upstream;
    this.awaited = awaited;
    awaited.begin();
    let bytesBefore: number | undefined;
    onConnected(upstream, relay.protocol, (socket) => {
      bytesBefore = socket.bytesRead;
      this.feed(upstream, awaited);
    });
    upstream.once('response', (answer) => {
      this.isAnswered = true;
      awaited.end();
      absence.end();
      silence.break();
      this.kept.drop();
      this.passBack(upstream, answer);
    });
    upstream.once('timeout', () => void this.giveUp(upstream));
    // Errors after the answer are ignored, because the relay may answer and close while the client
    // still sends.
    upstream.on('error', (error) => {
      awaited.end();
      if (!this.isAnswered) void this.retryOrRefuse(upstream, error, bytesBefore);
    });
  }

  /**
   * Streams the body to the relay. `awaited` measures only the time in which the relay must act.
   * The relay must act once it has the whole body, and while it accepts no more data.
   */
  private feed(upstream: ClientRequest, awaited: RelayWait): void {
    if (!this.hasBody) {
      this.request.resume();
      upstream.end();
      return;
    }
    for (const piece of this.kept.allPieces ?? []) upstream.write(piece);
    if (upstream.reusedSocket) this.request.on('data', (piece: Buffer) => this.kept.add(piece));
    awaited.pause();
    this.request.pipe(upstream);
    this.request.on('data', () => {
      if (upstream.writableNeedDrain) awaited.begin();
    });
    upstream.on('drain', () => awaited.pause()).once('finish', () => awaited.begin());
  }

  /**
   * Sends the request again when no byte of it was sent, and when a stopping relay closed the
   * reused connection. In the second case the relay may have read the report, but recognises the
   * request by its name. Otherwise refuses the request, so that a slow relay never gets a report twice.
   */
  private async retryOrRefuse(
    upstream: ClientRequest,
    error: NodeJS.ErrnoException,
    bytesBefore: number | undefined,
  ): Promise<void> {
    if (this.leaving.signal.aborted) return;
    if (bytesBefore === undefined) {
      if (await this.isWorthAnotherTry(error)) return this.attempt(false);
    } else if (wasIdleConnectionClosed(upstream, error, bytesBefore) && this.kept.allPieces) {
      this.request.unpipe(upstream);
      this.request.removeAllListeners('data');
      return this.attempt(false);
    }
    this.refuse();
  }

  /** After a pause of this process, the answer lies in the socket, which two turns of the loop read. */
  private async giveUp(upstream: ClientRequest): Promise<void> {
    for (let turn = 0; turn < 2; turn += 1) await setImmediate();
    if (!this.isAnswered) upstream.destroy(new RelaySilent());
  }

  private refuse(): void {
    refuseForRelay(this.request, this.response, this.route.refusals);
  }

  private async isWorthAnotherTry(error: Error): Promise<boolean> {
    if (error instanceof RelaySilent) return false;
    return this.route.absence.isWorthAnotherTry(this.leaving.signal);
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
    this.awaited?.end();
    this.upstream?.destroy();
  }
}

/**
 * Calls `listener` once the socket is connected. A request that fails before that can be repeated
 * safely, because no byte of it was sent.
 */
function onConnected(
  upstream: ClientRequest,
  protocol: string,
  listener: (socket: Socket) => void,
): void {
  upstream.once('socket', (socket) => {
    if (!socket.connecting) listener(socket);
    else socket.once(protocol === 'https:' ? 'secureConnect' : 'connect', () => listener(socket));
  });
}

function wasIdleConnectionClosed(
  { reusedSocket, socket }: ClientRequest,
  { code = '' }: NodeJS.ErrnoException,
  bytesBefore: number,
): boolean {
  const isUnanswered = reusedSocket && socket?.bytesRead === bytesBefore;
  // Node.js's error "socket hang up" has the code ECONNRESET.
  return isUnanswered && ['ECONNRESET', 'EPIPE'].includes(code);
}

class RelaySilent extends Error {
  constructor() {
    super('The relay does not answer.');
  }
}
