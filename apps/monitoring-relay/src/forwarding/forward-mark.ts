import { createHmac } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/**
 * What is put into the `Via` header of what is forwarded (RFC 9110, 7.6.3), so that it is known when it comes back: the
 * same at all relays of an installation, and of no other. It tells nothing of the secret.
 */
export class ForwardMark {
  readonly via: string;
  private readonly name: string;

  /** `secret`: ERRATA_SECRET. */
  constructor(secret: string) {
    const digest = createHmac('sha256', secret).update('forwarded reports').digest('hex');
    this.name = `errata-${digest.slice(0, 16)}`;
    this.via = `1.1 ${this.name}`;
  }

  /** Whether a relay of this installation has sent it on before. */
  isOn({ headers: { via } }: Pick<IncomingMessage, 'headers'>): boolean {
    return via?.includes(this.name) ?? false;
  }
}
