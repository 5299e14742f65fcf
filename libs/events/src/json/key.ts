import { hash } from 'node:crypto';

/**
 * Returns a hash of 32 lower-case hex digits. JSON keeps the parts apart, so different lists never
 * produce the same input.
 */
export function toKey(parts: readonly string[]): string {
  return hash('sha256', JSON.stringify(parts)).slice(0, 32);
}
