import { hash } from 'node:crypto';

/** What is stored of a token, and looked up. Its 256 random bits need no slower hash. */
export function hashToken(token: string): string {
  return hash('sha256', token);
}
