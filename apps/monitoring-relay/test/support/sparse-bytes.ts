import { randomFillSync } from 'node:crypto';

/**
 * Returns random bytes, then zeros. The random bytes cannot be compressed, and so keep the buffer
 * within the relay's inflation limit.
 */
export function createSparseBytes(length: number): Buffer {
  const bytes = Buffer.alloc(length);
  randomFillSync(bytes, 0, Math.ceil(length / 40));
  return bytes;
}
