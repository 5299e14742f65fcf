import { open } from 'node:fs/promises';

/** Resolves once the folder's entries are on disk: a file that is synced may be without its name. */
export async function syncFolder(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
