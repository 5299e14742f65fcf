import { closeSync, fsyncSync, openSync } from 'node:fs';

/** Has the names in a folder outlast a power cut, and blocks: who syncs a file syncs what is in it, not that a folder names it. */
export function syncFolderSync(path: string): void {
  const descriptor = openSync(path, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
