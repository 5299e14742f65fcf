import { hash } from 'node:crypto';

/** Hashes a token for its row. Its 256 random bits need no slower hash. */
export function hashToken(token: string): string {
  return hash('sha256', token);
}
