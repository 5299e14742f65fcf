import type { IncomingMessage } from 'node:http';
import { createClientAddress, toIpAddress, type TrustProxy } from '#http';
import { isRequestName, requestHeader, senderHeader, SenderSignature } from '#persistence';
import type { Clock } from '#shared';
import { Logger, Interval } from '#telemetry/plain';

/**
 * The warning is logged at most this often, because anyone can send headers with a wrong signature.
 */
const WARN_EVERY_MS = 3_600_000;

const WARNINGS = {
  unsigned:
    'A request names its sender without a valid signature of a renderer. If it came by a renderer, both need the same ERRATA_SECRET.',
  stale:
    'A renderer signed a request more than a minute before or after the time of this machine: the clocks of both differ, or one of them was paused or has too little CPU.',
};

export interface SenderAddressParts {
  readonly trustProxy?: TrustProxy | undefined;
  readonly secret: string;
  readonly clock: Clock;
}

export interface Sender {
  readonly address: string | undefined;
  /** Name of the request that a renderer passed on. */
  readonly request?: string;
}

export class SenderAddress {
  private readonly logger = new Logger(SenderAddress.name);
  private readonly signature: SenderSignature;
  private readonly warnings: Readonly<Record<'unsigned' | 'stale', Interval>>;
  private readonly findClient: (request: IncomingMessage) => string | undefined;

  constructor(private readonly parts: SenderAddressParts) {
    this.signature = new SenderSignature(parts.secret);
    const toInterval = () => new Interval(parts.clock, WARN_EVERY_MS);
    this.warnings = { unsigned: toInterval(), stale: toInterval() };
    this.findClient = createClientAddress(parts.trustProxy);
  }

  /**
   * Returns the sender's address and the renderer's name for the request. Deletes the renderer's
   * headers from the request, so that no later code sees them. Call this once, when the request
   * arrives.
   *
   * Returns no address and no name when the header's signature is wrong or expired. The address of the
   * connection is not used in that case, because it may belong to a renderer.
   */
  take(request: IncomingMessage): Sender {
    const { [senderHeader]: header, [requestHeader]: name } = request.headers;
    delete request.headers[senderHeader];
    delete request.headers[requestHeader];
    if (header === undefined) return { address: this.findClient(request) };
    const nowMs = this.parts.clock.nowMs();
    const address = this.signature.read(String(header), nowMs);
    if (address !== undefined) {
      const isNamed = typeof name === 'string' && isRequestName(name);
      return { address: toIpAddress(address), request: isNamed ? name : undefined };
    }
    this.warn(this.signature.isStale(String(header), nowMs) ? 'stale' : 'unsigned');
    return { address: undefined };
  }

  private warn(why: 'unsigned' | 'stale'): void {
    if (!this.warnings[why].isDue) return;
    this.warnings[why].begin();
    this.logger.warn(`${WARNINGS[why]} The relay ignores the address of the sender that it names.`);
  }
}
