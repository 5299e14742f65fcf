import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/** 256 bits: too many to guess, so that a plain hash of it is enough to store. */
const TOKEN_BYTES = 32;
const TOKEN = /^[A-Za-z0-9_-]{43}$/;

export interface Token {
  /** Goes to whom it is for, in a cookie or a link, and is kept nowhere. */
  readonly token: string;
  /** What is stored, and looked up. */
  readonly hash: string;
}

export function createToken(): Token {
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  return { token, hash: hashOf(token) };
}

/** What to look a token up by; undefined when it has not the form of one. */
export function toTokenHash(token: string): string | undefined {
  return TOKEN.test(token) ? hashOf(token) : undefined;
}

/** Takes as long whatever is different. */
export function isSameToken(one: string, other: string): boolean {
  return timingSafeEqual(Buffer.from(hashOf(one)), Buffer.from(hashOf(other)));
}

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
