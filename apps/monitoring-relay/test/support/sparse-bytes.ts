import { randomFillSync } from 'node:crypto';

/**
 * Zeros after a random beginning that cannot be compressed, long enough to stay within the
 * inflation limit.
 */
export function createSparseBytes(length: number): Buffer {
  const bytes = Buffer.alloc(length);
  randomFillSync(bytes, 0, Math.ceil(length / 40));
  return bytes;
}
