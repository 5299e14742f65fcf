import { TimedSignature } from './timed-signature.ts';

/**
 * Header with the client's address. The renderer adds the header to each request that it passes on
 * to the relay.
 */
export const senderHeader = 'errata-sender';

/**
 * Time for which signatures are reused. Most requests come from the sender of an earlier request.
 */
const KNOWN_MS = 1000;

/**
 * Signs the address of a sender, so that the relay trusts only the renderer. Other machines in its
 * network could send the header as well. An eavesdropper can repeat a header for a minute.
 */
export class SenderSignature {
  private readonly signature: TimedSignature;
  /** `written` has headers by address, `sound` has addresses by header. */
  private readonly written = new Map<string, string>();
  private readonly sound = new Map<string, string>();
  private knownFromMs = -Infinity;

  constructor(secret: string) {
    this.signature = new TimedSignature(secret, 'errata sender addresses');
  }

  write(address: string, nowMs: number): string {
    this.forget(nowMs);
    const known = this.written.get(address);
    if (known !== undefined) return known;
    const header = `${address} ${this.signature.sign(address, nowMs)}`;
    this.written.set(address, header);
    return header;
  }

  /**
   * Returns the address in the header. Returns undefined when the header is not signed, or its time
   * is more than a minute from now.
   */
  read(header: string, nowMs: number): string | undefined {
    this.forget(nowMs);
    const known = this.sound.get(header);
    if (known !== undefined) return known;
    const [address = '', stamp = '', more] = header.split(' ', 3);
    if (more !== undefined) return undefined;
    if (this.signature.check(stamp, address, nowMs) !== 'signed') return undefined;
    this.sound.set(header, address);
    return address;
  }

  /** True for a header that is signed, but more than a minute from now. */
  isStale(header: string, nowMs: number): boolean {
    const [address = '', stamp = ''] = header.split(' ', 2);
    return this.signature.check(stamp, address, nowMs) === 'stale';
  }

  /** Uses the absolute difference, because the clock may be set back. */
  private forget(nowMs: number): void {
    if (Math.abs(nowMs - this.knownFromMs) < KNOWN_MS) return;
    this.knownFromMs = nowMs;
    this.written.clear();
    this.sound.clear();
  }
}
