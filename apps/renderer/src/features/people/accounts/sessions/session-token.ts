import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/** Nobody can guess 32 random bytes. An unsalted hash of a token is therefore safe to store. */
const TOKEN_BYTES = 32;
const TOKEN = /^[A-Za-z0-9_-]{43}$/;

export interface Token {
  readonly token: string;
  readonly hash: string;
}

export function createToken(): Token {
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  return { token, hash: hashOf(token) };
}

export function toTokenHash(token: string): string | undefined {
  return TOKEN.test(token) ? hashOf(token) : undefined;
}

/** Compares in constant time, so that the time does not reveal how much of a token is right. */
export function isSameToken(one: string, other: string): boolean {
  return timingSafeEqual(Buffer.from(hashOf(one)), Buffer.from(hashOf(other)));
}

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
