import { createHmac, hkdfSync } from 'node:crypto';

const KEY_BYTES = 32;
/** 128 bits in base64url. */
const LENGTH = 22;

/**
 * Hides who the users are that an issue counts, by a key of each project that is made of ERRATA_SECRET for nothing else: who
 * has the database alone cannot try addresses. The same user of a project always gets the same name.
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

/** The first 48 bits of what a user is called: enough to tell those of one issue apart. */
export function toUserNumber(sealed: string): number {
  return Buffer.from(sealed.slice(0, 8), 'base64url').readUIntBE(0, 6);
}
