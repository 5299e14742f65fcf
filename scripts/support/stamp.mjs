import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

export function stampOf(...parts) {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part).update('\0');
  return hash.digest('hex').slice(0, 32);
}

export function hasStamp(path, stamp) {
  try {
    return readFileSync(path, 'utf8').trim() === stamp;
  } catch {
    return false;
  }
}

export function leaveStamp(path, stamp) {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, `${stamp}\n`);
}
