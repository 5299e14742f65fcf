import { TimedSignature } from './timed-signature.ts';

/** In which the renderer tells the relay who sent it what it passes on. */
export const senderHeader = 'errata-sender';

/**
 * Signs the address of a sender, so that the relay knows the renderer from everybody else in its network, who may write
 * whatever headers they like. What a network that is listened to gives away can be said again for a minute.
 */
export class SenderSignature {
  private readonly signature: TimedSignature;

  constructor(secret: string) {
    this.signature = new TimedSignature(secret, 'errata sender addresses');
  }

  /** The header `senderHeader` of a request that is passed on now. */
  write(address: string, nowMs: number): string {
    return `${address} ${this.signature.sign(address, nowMs)}`;
  }

  /** The address that such a header says; undefined when it is not signed, or was more than a minute away from now. */
  read(header: string, nowMs: number): string | undefined {
    const [address = '', stamp = ''] = header.split(' ', 2);
    return this.signature.check(stamp, address, nowMs) === 'signed' ? address : undefined;
  }
}
