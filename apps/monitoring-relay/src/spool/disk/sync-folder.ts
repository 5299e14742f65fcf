import { open } from 'node:fs/promises';

/** Syncs a folder's entries, because a synced file may still lose its name in a power cut. */
export async function syncFolder(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
