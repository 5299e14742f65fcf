import { createHmac, hkdfSync } from 'node:crypto';

const KEY_BYTES = 32;
/** 128 bits in base64url. */
const LENGTH = 22;

/**
 * Turns users into pseudonyms. Each project has a key of its own, derived from ERRATA_SECRET for
 * this purpose alone. Without the secret, nobody can find a user in the database by trying email
 * addresses. The same user of a project always gets the same pseudonym.
 */
export class UserSeal {
  readonly #secret: string;
  readonly #keys = new Map<number, Buffer>();

  constructor(secret: string) {
    this.#secret = secret;
  }

  seal(projectId: number, userHash: string): string {
    const hmac = createHmac('sha256', this.#keyOf(projectId));
    return hmac.update(userHash).digest('base64url').slice(0, LENGTH);
  }

  #keyOf(projectId: number): Buffer {
    const known = this.#keys.get(projectId);
    if (known) return known;
    const info = `errata users of project ${projectId}`;
    const key = Buffer.from(hkdfSync('sha256', this.#secret, '', info, KEY_BYTES));
    this.#keys.set(projectId, key);
    return key;
  }
}

/** Returns the first 48 bits of a pseudonym, enough to tell the users of one issue apart. */
export function toUserNumber(sealed: string): number {
  return Buffer.from(sealed.slice(0, 8), 'base64url').readUIntBE(0, 6);
}
