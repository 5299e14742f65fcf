import type { IncomingMessage } from 'node:http';
import { createClientAddress, toIpAddress, type TrustProxy } from '#http';
import { senderHeader, SenderSignature } from '#persistence';
import type { Clock } from '#shared';
import { Logger, Rhythm } from '#telemetry/plain';

/** Anybody may send what nobody signed. */
const TOLD_EVERY_MS = 3_600_000;

export interface SenderAddressParts {
  /** Of whom `X-Forwarded-For` is believed: undefined of nobody. */
  readonly trustProxy?: TrustProxy | undefined;
  /** ERRATA_SECRET, by which the renderer is known. */
  readonly secret: string;
  readonly clock: Clock;
}

/** Whose reports come: the address of who sends them, as far as somebody says so who is believed. */
export class SenderAddress {
  private readonly logger = new Logger(SenderAddress.name);
  private readonly signature: SenderSignature;
  private readonly warning: Rhythm;
  private readonly findClient: (request: IncomingMessage) => string | undefined;

  constructor(private readonly parts: SenderAddressParts) {
    this.signature = new SenderSignature(parts.secret);
    this.warning = new Rhythm(parts.clock, TOLD_EVERY_MS);
    this.findClient = createClientAddress(parts.trustProxy);
  }

  /**
   * To be asked when a request arrives, once: the header of the renderer is for nobody else, and is taken out of it. Undefined
   * where that header is not signed, or of another time: who is connected may then be a renderer.
   */
  take(request: IncomingMessage): string | undefined {
    const { [senderHeader]: header } = request.headers;
    if (header === undefined) return this.findClient(request);
    delete request.headers[senderHeader];
    const address = this.signature.read(String(header), this.parts.clock.nowMs());
    if (address !== undefined) return toIpAddress(address);
    this.warn();
    return undefined;
  }

  private warn(): void {
    if (!this.warning.isDue) return;
    this.warning.begin();
    this.logger.warn(
      'A request names its sender without a valid signature of a renderer: the relay ignores that address. ' +
        'If it came by a renderer, compare ERRATA_SECRET and the clocks of both machines.',
    );
  }
}
