import { randomFillSync } from 'node:crypto';

/** Zeros behind a beginning that no encoding makes shorter: so many that the whole is within what a body may inflate to. */
export function createSparseBytes(length: number): Buffer {
  const bytes = Buffer.alloc(length);
  randomFillSync(bytes, 0, Math.ceil(length / 40));
  return bytes;
}
