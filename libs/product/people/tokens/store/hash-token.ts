import { hash } from 'node:crypto';

/** Hashes a token for storage. A fast hash is enough, because a token has 256 random bits. */
export function hashToken(token: string): string {
  return hash('sha256', token);
}
