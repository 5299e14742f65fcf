import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { ErrataError } from '#shared';

const CIPHER = 'aes-256-gcm';
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Encrypts values for the database, with a key derived from ERRATA_SECRET for one purpose (HKDF,
 * RFC 5869). Every method throws a TypeError when the stores were made without a secret.
 */
export class Seal {
  readonly #secret: string | undefined;
  readonly #purpose: string;
  #madeKey: Buffer | undefined;

  constructor(secret: string | undefined, purpose: string) {
    this.#secret = secret;
    this.#purpose = purpose;
  }

  /** Returns nonce, tag and encrypted bytes. `open` needs the same `name`. */
  seal(bytes: Uint8Array, name: string): Buffer {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv(CIPHER, this.#key, nonce).setAAD(Buffer.from(name));
    const parts = [cipher.update(bytes), cipher.final()];
    return Buffer.concat([nonce, cipher.getAuthTag(), ...parts]);
  }

  /**
   * Throws `database.sealed` when the bytes were sealed with another secret or another `name`, or
   * were changed.
   */
  open(sealed: Uint8Array, name: string): Buffer {
    const key = this.#key;
    const bytes = Buffer.from(sealed.buffer, sealed.byteOffset, sealed.byteLength);
    const start = NONCE_BYTES + TAG_BYTES;
    try {
      const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, NONCE_BYTES))
        .setAAD(Buffer.from(name))
        .setAuthTag(bytes.subarray(NONCE_BYTES, start));
      return Buffer.concat([decipher.update(bytes.subarray(start)), decipher.final()]);
    } catch (cause) {
      throw new ErrataError('database.sealed', { cause });
    }
  }

  /** Returns the text that was sealed, or undefined where `open` throws `database.sealed`. */
  findText(sealed: Uint8Array, name: string): string | undefined {
    try {
      return this.open(sealed, name).toString();
    } catch (error) {
      if (error instanceof ErrataError && error.code === 'database.sealed') return undefined;
      throw error;
    }
  }

  get #key(): Buffer {
    if (this.#secret === undefined) throw new TypeError('These stores were made without a secret.');
    this.#madeKey ??= Buffer.from(hkdfSync('sha256', this.#secret, '', this.#purpose, KEY_BYTES));
    return this.#madeKey;
  }
}
