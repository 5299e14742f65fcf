import { randomBytes } from 'node:crypto';

const POOL_BYTES = 4096;

let pool = randomBytes(POOL_BYTES);
let used = 0;

/**
 * Returns unpredictable bytes as text, each byte once. Takes them from a pool, because a call of
 * `randomBytes` for each page took 3 % of a small page's time (measured).
 */
export function randomText(bytes: number, encoding: 'base64' | 'hex'): string {
  if (used + bytes > pool.length) {
    pool = randomBytes(POOL_BYTES);
    used = 0;
  }
  used += bytes;
  return pool.toString(encoding, used - bytes, used);
}
