import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';

const KEY_BYTES = 32;

/**
 * Names a person in the links by which mails are unsubscribed from. It is made of ERRATA_SECRET, so that nobody can make one for
 * somebody else; it never expires, as a mail does not.
 */
export class UnsubscribeToken {
  readonly #key: Buffer;

  constructor(secret: string) {
    this.#key = Buffer.from(hkdfSync('sha256', secret, '', 'errata unsubscribing', KEY_BYTES));
  }

  make(userId: number): string {
    return `${userId}.${this.#sign(userId)}`;
  }

  /** The id of the user whom the token names; undefined where it was not made here. */
  find(token: string): number | undefined {
    const [, digits, signature] = /^(\d{1,15})\.([\w-]+)$/.exec(token) ?? [];
    if (digits === undefined || signature === undefined) return undefined;
    const [sent, expected] = [Buffer.from(signature), Buffer.from(this.#sign(Number(digits)))];
    const isOurs = sent.length === expected.length && timingSafeEqual(sent, expected);
    return isOurs ? Number(digits) : undefined;
  }

  #sign(userId: number): string {
    return createHmac('sha256', this.#key).update(String(userId)).digest('base64url');
  }
}
