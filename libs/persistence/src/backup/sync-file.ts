import { open } from 'node:fs/promises';

/** Resolves when the file's content survives a power cut. */
export async function syncFile(path: string): Promise<void> {
  const file = await open(path, 'r+');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}
