import { rmSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { diskFolder } from '../../scripts/support/disk-folder.mjs';

/**
 * Runs `work` with a new folder on the disk, which is gone afterwards, also when this process is told to end.
 *
 * @template T
 * @param {(folder: string) => Promise<T>} work
 */
export async function inTemporaryFolder(work) {
  const folder = await mkdtemp(join(diskFolder(), 'errata-bench-'));
  const removeAtOnce = () => rmSync(folder, { recursive: true, force: true });
  process.once('exit', removeAtOnce);
  try {
    return await work(folder);
  } finally {
    process.off('exit', removeAtOnce);
    await rm(folder, { recursive: true, force: true });
  }
}
