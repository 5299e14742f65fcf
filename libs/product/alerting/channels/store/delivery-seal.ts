import type { AlertDelivery } from '../rules/alert-message.ts';
import { Seal } from '#persistence/stores';

const PURPOSE = 'errata mail about accounts';

interface Sealed {
  readonly sealed: string;
  readonly id: string;
}

/**
 * Encrypts waiting messages whose links contain a token for an account, because the database stores
 * no token in plain text. Other messages are not encrypted.
 */
export class DeliverySeal {
  readonly #seal: Seal;

  constructor(secret: string | undefined) {
    this.#seal = new Seal(secret, PURPOSE);
  }

  /** Returns the body for the outbox. */
  close(delivery: AlertDelivery): AlertDelivery | Sealed {
    const { kind, id } = delivery.message;
    if (kind !== 'account') return delivery;
    const bytes = Buffer.from(JSON.stringify(delivery));
    return { sealed: this.#seal.seal(bytes, id).toString('base64'), id };
  }

  /** Reverses `close`. Returns undefined for a body that was encrypted with another secret. */
  open(body: unknown): unknown {
    const { sealed, id } = (body ?? {}) as Partial<Sealed>;
    if (sealed === undefined || id === undefined) return body;
    const text = this.#seal.findText(Buffer.from(sealed, 'base64'), id);
    return text === undefined ? undefined : JSON.parse(text);
  }
}
