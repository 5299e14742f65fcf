import { ErrataError } from '#shared';
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
  readonly #secret: string | undefined;
  #made: Seal | undefined;

  constructor(secret: string | undefined) {
    this.#secret = secret;
  }

  /**
   * Returns the body for the outbox. Throws a TypeError when the stores were made without a secret.
   */
  close(delivery: AlertDelivery): AlertDelivery | Sealed {
    const { kind, id } = delivery.message;
    if (kind !== 'account') return delivery;
    const bytes = Buffer.from(JSON.stringify(delivery));
    return { sealed: this.#ofSecret.seal(bytes, id).toString('base64'), id };
  }

  /** Reverses `close`. Returns undefined for a body that was encrypted with another secret. */
  open(body: unknown): unknown {
    const { sealed, id } = (body ?? {}) as Partial<Sealed>;
    if (sealed === undefined || id === undefined) return body;
    try {
      return JSON.parse(this.#ofSecret.open(Buffer.from(sealed, 'base64'), id).toString());
    } catch (error) {
      if (error instanceof ErrataError && error.code === 'database.sealed') return undefined;
      throw error;
    }
  }

  get #ofSecret(): Seal {
    if (this.#secret === undefined) throw new TypeError('These stores were made without a secret.');
    return (this.#made ??= new Seal(this.#secret, PURPOSE));
  }
}
