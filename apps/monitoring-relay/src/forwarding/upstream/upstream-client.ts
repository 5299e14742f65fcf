import { Readable } from 'node:stream';
import type { Agent, Dispatcher } from 'undici';
import { hopsHeader } from './hops.ts';
import type { Upstream } from './upstreams.ts';

export interface OutgoingReport {
  readonly body: Buffer | Readable;
  readonly isCompressed: boolean;
  /** How often relays have forwarded the report, including this time. */
  readonly hops: number;
  /** IP address of the original sender, for items that ask to store it; undefined when unknown. */
  readonly senderAddress: string | undefined;
}

export interface UpstreamAnswer {
  readonly status: number;
  readonly headers: {
    readonly retryAfter: string | undefined;
    readonly rateLimits: string | undefined;
    readonly error: string | undefined;
    readonly location: string | undefined;
  };
  readonly body: string;
}

export class UpstreamFault extends Error {
  constructor(
    message: string,
    /** False when no connection was established. The report cannot be the cause in that case. */
    readonly isSent: boolean,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

export interface UpstreamDeadlines {
  readonly connectMs: number;
  /**
   * Limits the wait from the last byte sent to the answer's headers, and the wait between two
   * pieces of the answer's body.
   */
  readonly answerMs: number;
  readonly overallMs: number;
}

const DEADLINES: UpstreamDeadlines = { connectMs: 10_000, answerMs: 30_000, overallMs: 300_000 };
const MOST_ANSWER_BYTES = 64 * 1024;

/**
 * Sends reports over persistent connections. The package undici is loaded with the first send,
 * because most relays never forward.
 */
export class UpstreamClient {
  private agent: Promise<Agent> | undefined;
  private readonly connectionFaults = new WeakSet<Error>();

  constructor(
    private readonly version: string,
    private readonly deadlines: UpstreamDeadlines = DEADLINES,
  ) {}

  /**
   * Resolves with the answer even when its status is an error. Rejects with an `UpstreamFault` when
   * no complete answer arrives in time, or when `signal` aborts.
   */
  async send(
    upstream: Upstream,
    report: OutgoingReport,
    signal: AbortSignal,
  ): Promise<UpstreamAnswer> {
    const { origin, path } = upstream;
    // `AbortSignal.any` is avoided, because some versions of Node.js leak memory with a long-lived
    // signal.
    const sending = new AbortController();
    const abort = (): void => sending.abort();
    const { overallMs } = this.deadlines;
    const timer = setTimeout(() => sending.abort(new Error(tellTooLong(overallMs))), overallMs);
    signal.addEventListener('abort', abort, { once: true });
    if (signal.aborted) abort();
    try {
      this.agent ??= this.open();
      const answer = await (
        await this.agent
      ).request({
        origin,
        path,
        method: 'POST',
        headers: this.toHeaders(upstream, report),
        body: report.body,
        signal: sending.signal,
      });
      return await readWhole(answer);
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      // `code` is a meaningless number when the request was aborted.
      const detail = typeof code === 'string' ? code : message;
      throw new UpstreamFault(detail, !this.connectionFaults.has(error as Error), { cause: error });
    } finally {
      clearTimeout(timer);
      signal.removeEventListener('abort', abort);
      if (report.body instanceof Readable) report.body.destroy();
    }
  }

  async close(): Promise<void> {
    await (await this.agent)?.destroy();
  }

  private async open(): Promise<Agent> {
    const { Agent: UndiciAgent, buildConnector } = await import('undici');
    const { connectMs, answerMs } = this.deadlines;
    const connect = buildConnector({ timeout: connectMs });
    return new UndiciAgent({
      connect: (options, callback) =>
        connect(options, (...made) => {
          if (made[0]) this.connectionFaults.add(made[0]);
          callback(...made);
        }),
      headersTimeout: answerMs,
      bodyTimeout: answerMs,
    });
  }

  private toHeaders(
    { publicKey }: Upstream,
    { isCompressed, hops, senderAddress }: OutgoingReport,
  ): Record<string, string> {
    const client = `errata/${this.version}`;
    return {
      [hopsHeader]: String(hops),
      'Content-Type': 'application/x-sentry-envelope',
      'User-Agent': client,
      'X-Sentry-Auth': `Sentry sentry_version=7, sentry_client=${client}, sentry_key=${publicKey}`,
      ...(senderAddress === undefined ? {} : { 'X-Forwarded-For': senderAddress }),
      ...(isCompressed ? { 'Content-Encoding': 'gzip' } : {}),
    };
  }
}

function tellTooLong(ms: number): string {
  return `no whole answer in ${ms / 1000} s`;
}

async function readWhole({
  statusCode: status,
  headers,
  body,
}: Dispatcher.ResponseData): Promise<UpstreamAnswer> {
  const pieces: Buffer[] = [];
  let bytes = 0;
  for await (const piece of body as AsyncIterable<Buffer>) {
    pieces.push(piece);
    bytes += piece.length;
    if (bytes > MOST_ANSWER_BYTES) break;
  }
  const find = (name: string) => headers[name]?.toString();
  return {
    status,
    headers: {
      retryAfter: find('retry-after'),
      rateLimits: find('x-sentry-rate-limits'),
      error: find('x-sentry-error'),
      location: find('location'),
    },
    body: Buffer.concat(pieces).toString('utf8'),
  };
}
