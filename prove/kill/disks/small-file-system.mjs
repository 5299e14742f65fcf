import { execFile, spawnSync } from 'node:child_process';
import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const CHUNK_BYTES = 1024 * 1024;
const BLOCK_BYTES = 4096;
/** What is left free on a disk that is full, at most: less than most reports take. */
const MOST_LEFT_BLOCKS = 16;

/** A file system of its own in memory: a write that finds no room fails with ENOSPC. */
export class SmallFileSystem {
  kind = 'small file system';
  #ballast;
  #unmountAtOnce;

  constructor(folder) {
    this.folder = folder;
    this.#ballast = join(folder, 'ballast');
    this.#unmountAtOnce = () => spawnSync('umount', ['--lazy', folder]);
    // Before the folder itself is removed, which fails as long as it is mounted.
    process.prependOnceListener('exit', this.#unmountAtOnce);
  }

  /** Resolves with undefined where this user may mount none. */
  static async mount(folder, bytes) {
    try {
      await run('mount', ['-t', 'tmpfs', '-o', `size=${bytes}`, 'errata-prove', folder]);
      return new SmallFileSystem(folder);
    } catch {
      return undefined;
    }
  }

  async makeFull({ random }) {
    const file = await open(this.#ballast, 'w');
    try {
      let size = 0;
      for (const bytes of [CHUNK_BYTES, BLOCK_BYTES]) size += await writeUntilFull(file, bytes);
      const leftBlocks = Math.floor(random() * MOST_LEFT_BLOCKS);
      await file.truncate(Math.max(0, size - leftBlocks * BLOCK_BYTES));
    } finally {
      await file.close();
    }
  }

  makeRoom() {
    return rm(this.#ballast, { force: true });
  }

  async remove() {
    process.off('exit', this.#unmountAtOnce);
    await run('umount', ['--lazy', this.folder]);
  }
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
