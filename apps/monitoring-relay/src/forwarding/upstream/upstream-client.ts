import type { Readable } from 'node:stream';
import type { Upstream } from './upstreams.ts';

export interface OutgoingReport {
  readonly body: Buffer | Readable;
  readonly isCompressed: boolean;
  /** How often it was forwarded, this time included. */
  readonly hops: number;
  /** IP address of who sent it, for what in it asks for that; undefined where it is not known. */
  readonly senderAddress: string | undefined;
}

export interface UpstreamAnswer {
  readonly status: number;
  readonly headers: {
    readonly retryAfter: string | undefined;
    readonly rateLimits: string | undefined;
    /** In the service's words, why it was not taken. */
    readonly error: string | undefined;
    readonly location: string | undefined;
  };
  /** Its beginning: more than is read of it tells nothing. */
  readonly body: string;
}

/** No answer came. */
export class UpstreamFault extends Error {
  constructor(
    message: string,
    /** Whether anything was sent: else the report has nothing to do with it. */
    readonly isSent: boolean,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** Sends reports to other services, over connections that are kept. */
export abstract class UpstreamClient {
  /** Rejects with an `UpstreamFault` when no whole answer came, in time or before `signal` aborted. */
  abstract send(
    upstream: Upstream,
    report: OutgoingReport,
    signal: AbortSignal,
  ): Promise<UpstreamAnswer>;

  abstract close(): Promise<void>;
}
