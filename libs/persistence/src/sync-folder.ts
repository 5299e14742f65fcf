import { closeSync, fsyncSync, openSync } from 'node:fs';

/**
 * Makes the names of the files in a folder survive a power cut. Syncing a file does not save its
 * name. Blocks the thread.
 */
export function syncFolderSync(path: string): void {
  const descriptor = openSync(path, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
