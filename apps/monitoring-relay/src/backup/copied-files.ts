import { createHash } from 'node:crypto';
import { chmodSync, createReadStream, existsSync, readdirSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { syncFile, syncFolderSync } from '#persistence';
import type { CopiedFile } from './manifest.ts';

/**
 * Makes all files in the folder and its subfolders readable by their owner only, and flushes files
 * and folders to the disk. Resolves with the files.
 */
export async function sealFiles(folder: string): Promise<CopiedFile[]> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  const files: CopiedFile[] = [];
  for (const entry of entries) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isDirectory()) syncFolderSync(path);
    if (!entry.isFile()) continue;
    chmodSync(path, 0o600);
    await syncFile(path);
    files.push({ path: relative(folder, path), ...(await measure(path)) });
  }
  syncFolderSync(folder);
  return files;
}

export async function checkFiles(folder: string, files: readonly CopiedFile[]): Promise<void> {
  for (const { path, bytes, sha256 } of files) {
    const found = join(folder, path);
    if (!existsSync(found)) throw new RangeError(`the backup is damaged: ${found} is missing`);
    const measured = await measure(found);
    if (measured.bytes !== bytes || measured.sha256 !== sha256) {
      throw new RangeError(`the backup is damaged: ${found} has changed since it was written`);
    }
  }
}

async function measure(path: string): Promise<{ bytes: number; sha256: string }> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return { bytes: statSync(path).size, sha256: hash.digest('hex') };
}
