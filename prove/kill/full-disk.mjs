import { execFile, spawnSync } from 'node:child_process';
import { open, rm } from 'node:fs/promises';
import { freemem } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { findOnPath } from '../../scripts/support/find-on-path.mjs';

const run = promisify(execFile);
const CHUNK_BYTES = 1024 * 1024;
const BLOCK_BYTES = 4096;
/** A full disk has fewer free blocks than this. Most reports need more. */
const MAX_FREE_BLOCKS = 16;

const DISK_BYTES = 64 * 1024 * 1024;

/**
 * Returns the size of a small disk: a fixed part, and as much for the reports of each round. Both
 * are generous, because a round takes longer and brings more reports on a busy machine. The disk is
 * in memory, and takes at most half of the free memory.
 */
export function toDiskBytes(rounds) {
  return Math.min((rounds + 1) * DISK_BYTES, Math.floor(freemem() / 2));
}

/**
 * @typedef {object} FillableDisk
 * @property {string} kind its name in the line of a round
 * @property {string} folder a folder on the disk
 * @property {(what: { pid: number, random: () => number }) => Promise<unknown>} makeFull fills the disk for the process that writes there
 * @property {(what: { pid?: number }) => Promise<unknown>} makeRoom
 * @property {() => Promise<void>} remove
 */

/**
 * Makes a disk that can be filled: a small file system where this user may mount one, else a limit
 * on the size of the process's files.
 *
 * @param {string} folder empty
 * @returns {Promise<FillableDisk>} rejects where both are impossible
 */
export async function makeFullDisk(folder, bytes) {
  try {
    await run('mount', ['-t', 'tmpfs', '-o', `size=${bytes}`, 'errata-prove', folder]);
  } catch {
    return limitFiles(folder);
  }
  return toSmallFileSystem(folder);
}

/**
 * Returns the mounted file system, which is in memory, as a disk. A write without room fails with
 * ENOSPC.
 */
function toSmallFileSystem(folder) {
  const ballast = join(folder, 'ballast');
  const unmount = () => spawnSync('umount', ['--lazy', folder]);
  // Runs before the listener that removes the folder, which fails while the folder is mounted.
  process.prependOnceListener('exit', unmount);
  return {
    kind: 'small file system',
    folder,
    async makeFull({ random }) {
      await using file = await open(ballast, 'w');
      let size = 0;
      for (const bytes of [CHUNK_BYTES, BLOCK_BYTES]) size += await writeUntilFull(file, bytes);
      const leftBlocks = Math.floor(random() * MAX_FREE_BLOCKS);
      await file.truncate(Math.max(0, size - leftBlocks * BLOCK_BYTES));
    },
    makeRoom: () => rm(ballast, { force: true }),
    async remove() {
      process.off('exit', unmount);
      unmount();
    },
  };
}

async function writeUntilFull(file, chunkBytes) {
  const chunk = Buffer.alloc(chunkBytes);
  for (let written = 0; ;) {
    try {
      written += (await file.write(chunk)).bytesWritten;
    } catch (error) {
      if (error.code !== 'ENOSPC') throw error;
      return written;
    }
  }
}

/**
 * Returns the folder as a disk whose files may not grow beyond a size while it is "full". A write
 * beyond that size fails with EFBIG.
 */
function limitFiles(folder) {
  const prlimit = findOnPath(['prlimit']);
  if (!prlimit) throw new Error('There is neither a file system to fill here nor prlimit.');
  // Lowers only the soft limit, because an unprivileged process cannot raise a hard limit again.
  const limit = (pid, bytes) => run(prlimit, ['--pid', String(pid), `--fsize=${bytes}:`]);
  return {
    kind: 'limit on files',
    folder,
    // The limit is random: zero forbids even new files, and larger limits allow some writes.
    makeFull: ({ pid, random }) => limit(pid, Math.floor(random() * CHUNK_BYTES)),
    makeRoom: async ({ pid }) => pid !== undefined && (await limit(pid, 'unlimited')),
    remove: async () => {},
  };
}
