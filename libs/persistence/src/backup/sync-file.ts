import { open } from 'node:fs/promises';

/** Resolves when all that was written to the file outlasts a power cut. */
export async function syncFile(path: string): Promise<void> {
  const file = await open(path, 'r+');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}
