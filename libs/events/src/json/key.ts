import { hash } from 'node:crypto';

/**
 * Returns a hash of 32 lower-case hex digits. The parts are joined as JSON, so that `['ab', 'c']`
 * and `['a', 'bc']` have different hashes.
 */
export function toKey(parts: readonly string[]): string {
  return hash('sha256', JSON.stringify(parts)).slice(0, 32);
}
