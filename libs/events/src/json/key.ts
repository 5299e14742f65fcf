import { hash } from 'node:crypto';

/** 32 lower-case hex digits for parts of any length; no two lists share one by running into each other. */
export function toKey(parts: readonly string[]): string {
  return hash('sha256', JSON.stringify(parts)).slice(0, 32);
}
