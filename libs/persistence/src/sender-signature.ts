import { TimedSignature } from './timed-signature.ts';

/** In which the renderer tells the relay who sent it what it passes on. */
export const senderHeader = 'errata-sender';

/** How long what was made or found sound is used again: most requests have the sender of one before them. */
const KNOWN_MS = 1000;

/**
 * Signs the address of a sender, so that the relay knows the renderer from everybody else in its network, who may write
 * whatever headers they like. What a network that is listened to gives away can be said again for a minute.
 */
export class SenderSignature {
  private readonly signature: TimedSignature;
  /** Headers by address, and addresses by header. */
  private readonly written = new Map<string, string>();
  private readonly sound = new Map<string, string>();
  private knownFromMs = -Infinity;

  constructor(secret: string) {
    this.signature = new TimedSignature(secret, 'errata sender addresses');
  }

  /** The header `senderHeader` of a request that is passed on now. */
  write(address: string, nowMs: number): string {
    this.forget(nowMs);
    const known = this.written.get(address);
    if (known !== undefined) return known;
    const header = `${address} ${this.signature.sign(address, nowMs)}`;
    this.written.set(address, header);
    return header;
  }

  /** The address that such a header says; undefined when it is not signed, or was more than a minute away from now. */
  read(header: string, nowMs: number): string | undefined {
    this.forget(nowMs);
    const known = this.sound.get(header);
    if (known !== undefined) return known;
    const [address = '', stamp = '', more] = header.split(' ', 3);
    // One that is signed stands for no others.
    if (more !== undefined) return undefined;
    if (this.signature.check(stamp, address, nowMs) !== 'signed') return undefined;
    this.sound.set(header, address);
    return address;
  }

  /** Also when the clock was set back. */
  private forget(nowMs: number): void {
    if (Math.abs(nowMs - this.knownFromMs) < KNOWN_MS) return;
    this.knownFromMs = nowMs;
    this.written.clear();
    this.sound.clear();
  }
}
