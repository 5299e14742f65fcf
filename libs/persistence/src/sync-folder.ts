import { closeSync, fsyncSync, openSync } from 'node:fs';

/**
 * Makes the names in a folder survive a power cut, and blocks meanwhile. Syncing a file does not
 * save its name in the folder.
 */
export function syncFolderSync(path: string): void {
  const descriptor = openSync(path, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
