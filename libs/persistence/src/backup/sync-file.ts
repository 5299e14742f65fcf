import { open } from 'node:fs/promises';

/** Flushes a file to the disk, so that its content survives a power cut. */
export async function syncFile(path: string): Promise<void> {
  const file = await open(path, 'r+');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}
