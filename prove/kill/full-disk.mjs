import { execFile, spawnSync } from 'node:child_process';
import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { findOnPath } from '../../scripts/support/find-on-path.mjs';

const run = promisify(execFile);
const CHUNK_BYTES = 1024 * 1024;
const BLOCK_BYTES = 4096;
/** What is left free on a disk that is full, at most: less than most reports take. */
const MOST_LEFT_BLOCKS = 16;

/**
 * @typedef {object} FillableDisk
 * @property {string} kind what the line of a round calls it
 * @property {string} folder on it
 * @property {(what: { pid: number, random: () => number }) => Promise<unknown>} makeFull for the process that writes there
 * @property {(what: { pid?: number }) => Promise<unknown>} makeRoom
 * @property {() => Promise<void>} remove
 */

/**
 * A disk that can be full at will: a small file system where this user may mount one, else a limit on the
 * process's files.
 *
 * @param {string} folder empty
 * @returns {Promise<FillableDisk>} rejects where there is neither
 */
export async function makeFullDisk(folder, bytes) {
  try {
    await run('mount', ['-t', 'tmpfs', '-o', `size=${bytes}`, 'errata-prove', folder]);
  } catch {
    return limitFiles(folder);
  }
  return toSmallFileSystem(folder);
}

/** A file system of its own in memory: a write that finds no room fails with ENOSPC. */
function toSmallFileSystem(folder) {
  const ballast = join(folder, 'ballast');
  const unmount = () => spawnSync('umount', ['--lazy', folder]);
  // Before the folder itself is removed, which fails as long as it is mounted.
  process.prependOnceListener('exit', unmount);
  return {
    kind: 'small file system',
    folder,
    async makeFull({ random }) {
      await using file = await open(ballast, 'w');
      let size = 0;
      for (const bytes of [CHUNK_BYTES, BLOCK_BYTES]) size += await writeUntilFull(file, bytes);
      const leftBlocks = Math.floor(random() * MOST_LEFT_BLOCKS);
      await file.truncate(Math.max(0, size - leftBlocks * BLOCK_BYTES));
    },
    makeRoom: () => rm(ballast, { force: true }),
    async remove() {
      process.off('exit', unmount);
      unmount();
    },
  };
}

/** Resolves with how much was written. */
async function writeUntilFull(file, chunkBytes) {
  const chunk = Buffer.alloc(chunkBytes);
  for (let written = 0; ;) {
    try {
      // One after the other, until one fails.
      written += (await file.write(chunk)).bytesWritten;
    } catch (error) {
      if (error.code !== 'ENOSPC') throw error;
      return written;
    }
  }
}

/** A folder whose files may not grow beyond a size while it is full: a write beyond it fails with EFBIG. */
function limitFiles(folder) {
  const prlimit = findOnPath(['prlimit']);
  if (!prlimit) throw new Error('There is neither a file system to fill here nor prlimit.');
  // The soft limit alone: who lowers the hard one cannot raise it again.
  const limit = (pid, bytes) => run(prlimit, ['--pid', String(pid), `--fsize=${bytes}:`]);
  return {
    kind: 'limit on files',
    folder,
    // From nothing, where files cannot even be written anew, to what some writes fit into.
    makeFull: ({ pid, random }) => limit(pid, Math.floor(random() * CHUNK_BYTES)),
    makeRoom: async ({ pid }) => pid !== undefined && (await limit(pid, 'unlimited')),
    remove: async () => {},
  };
}
