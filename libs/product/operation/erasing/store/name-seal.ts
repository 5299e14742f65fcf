import { createHash, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { type PersonName } from '#shared';
import { Seal } from '#persistence/stores';

const PURPOSE = 'errata erasures';
const KEY_BYTES = 32;
const HASH_DIGITS = 16;
const NONCE_BYTES = 16;
const USER_HASH_DIGITS = 32;

export interface SealedName {
  readonly value: string;
  readonly nonce: string;
  /** Other names of the person, which events told. */
  readonly others?: readonly PersonName[];
}

/**
 * Encrypts people's names for storage, and makes hashes that identify the people. Without
 * ERRATA_SECRET nobody can find the name behind a hash.
 */
export class NameSeal {
  readonly #seal: Seal;
  readonly #hashKey: Buffer;

  constructor(secret: string) {
    this.#seal = new Seal(secret, PURPOSE);
    this.#hashKey = Buffer.from(hkdfSync('sha256', secret, '', `${PURPOSE}, names`, KEY_BYTES));
  }

  seal({ kind, value }: PersonName): { readonly name: Buffer; readonly nameHash: string } {
    const key = kind === 'id' ? value : value.toLowerCase();
    const nameHash = createHmac('sha256', this.#hashKey)
      .update(`${kind} ${key}`)
      .digest('hex')
      .slice(0, HASH_DIGITS);
    const sealed: SealedName = { value, nonce: randomBytes(NONCE_BYTES).toString('hex') };
    return { name: this.sealAgain(sealed, nameHash), nameHash };
  }

  sealAgain(sealed: SealedName, nameHash: string): Buffer {
    return this.#seal.seal(Buffer.from(JSON.stringify(sealed)), nameHash);
  }

  find(name: Uint8Array, nameHash: string): SealedName | undefined {
    const text = this.#seal.findText(name, nameHash);
    return text === undefined ? undefined : (JSON.parse(text) as SealedName);
  }
}

/**
 * Returns the pseudonym that replaces an erased user in counts. The pseudonym is the same in all
 * groups of a project. Once the nonce is deleted, nobody can tell which user it replaced.
 */
export function toErasedHash({ nonce }: SealedName, userHash: string): string {
  return createHash('sha256')
    .update(`${nonce} ${userHash}`)
    .digest('hex')
    .slice(0, USER_HASH_DIGITS);
}
