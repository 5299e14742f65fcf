import { rmSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { diskFolder } from '../../scripts/support/disk-folder.mjs';
import { startPostgres } from '../../scripts/support/postgres.mjs';

/**
 * Runs `work` with a new folder on the disk. The folder is removed afterwards, also when this
 * process exits before.
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

/**
 * @typedef {object} Place
 * @property {string} dataDir an empty folder
 * @property {string} [databaseUrl] of an empty PostgreSQL database; absent for SQLite
 * @property {Awaited<ReturnType<typeof startPostgres>>} [postgres] the server of that database
 */

/**
 * Runs `work` with an empty data folder and an empty database of its own, which are removed
 * afterwards.
 *
 * @template T
 * @param {string} database sqlite or postgres
 * @param {(place: Place) => Promise<T>} work
 */
export function onDatabase(database, work) {
  return inTemporaryFolder(async (dataDir) => {
    if (database !== 'postgres') return work({ dataDir });
    const postgres = await startPostgres({ durable: true });
    try {
      return await work({ dataDir, databaseUrl: postgres.url, postgres });
    } finally {
      await postgres.remove();
    }
  });
}
