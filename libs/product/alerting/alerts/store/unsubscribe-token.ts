import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';

const KEY_BYTES = 32;

/**
 * Makes and checks tokens that identify a user in unsubscribe links. Tokens are signed with a key
 * from ERRATA_SECRET, so nobody can forge one. They never expire, because links in old mail must
 * still work.
 */
export class UnsubscribeToken {
  readonly #key: Buffer;

  constructor(secret: string) {
    this.#key = Buffer.from(hkdfSync('sha256', secret, '', 'errata unsubscribing', KEY_BYTES));
  }

  make(userId: number): string {
    return `${userId}.${this.#sign(userId)}`;
  }

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
