import { randomFillSync } from 'node:crypto';

/**
 * Returns random bytes, then zeros. The random bytes cannot be compressed, so that the whole stays
 * within the inflation limit.
 */
export function createSparseBytes(length: number): Buffer {
  const bytes = Buffer.alloc(length);
  randomFillSync(bytes, 0, Math.ceil(length / 40));
  return bytes;
}
