import { closeSync, fsyncSync, openSync } from 'node:fs';

/** Has the names in a folder outlast a power cut: who syncs a file syncs what is in it, not that a folder names it. */
export function syncFolder(path: string): void {
  const descriptor = openSync(path, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
