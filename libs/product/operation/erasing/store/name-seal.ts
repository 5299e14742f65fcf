import { createHash, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { type PersonName } from '#shared';
import { Seal } from '#persistence/stores';

const PURPOSE = 'errata erasures';
const KEY_BYTES = 32;
const HASH_DIGITS = 16;
const NONCE_BYTES = 16;
const USER_HASH_DIGITS = 32;

/** Whom an erasure is for. */
export interface SealedName {
  readonly value: string;
  /** Random: what counts of users know the person as afterwards is made of it. */
  readonly nonce: string;
}

/** Keeps names encrypted while they are needed, and tells them apart by a hash that means nothing without ERRATA_SECRET. */
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
    return { name: this.#seal.seal(Buffer.from(JSON.stringify(sealed)), nameHash), nameHash };
  }

  /** Throws `database.sealed` for what another secret has sealed. */
  open(name: Uint8Array, nameHash: string): SealedName {
    return JSON.parse(this.#seal.open(name, nameHash).toString()) as SealedName;
  }
}

/** What a user counts as once erased: the same in all groups, and nobody's once the nonce is forgotten. */
export function toErasedHash({ nonce }: SealedName, userHash: string): string {
  return createHash('sha256')
    .update(`${nonce} ${userHash}`)
    .digest('hex')
    .slice(0, USER_HASH_DIGITS);
}
