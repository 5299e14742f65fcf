import { createHash } from 'node:crypto';
import { chmodSync, createReadStream, existsSync, lstatSync, readdirSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { syncFile, syncFolderSync } from '#persistence';
import type { CopiedFile } from './manifest-shape.ts';

/**
 * Resolves with all files below the folder, when they are their owner's alone, and they and the folders that name them
 * outlast a power cut.
 */
export async function sealFiles(folder: string): Promise<CopiedFile[]> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  const files: CopiedFile[] = [];
  for (const entry of entries) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isDirectory()) syncFolderSync(path);
    if (!entry.isFile()) continue;
    // A copy has the mode of what it was made of.
    chmodSync(path, 0o600);
    await syncFile(path);
    files.push({ path: relative(folder, path), ...(await measure(path)) });
  }
  syncFolderSync(folder);
  return files;
}

/** Rejects with a RangeError that names the first file that is missing, not as it was, or too much in `parts`. */
export async function checkFiles(
  folder: string,
  files: readonly CopiedFile[],
  parts: readonly string[],
): Promise<void> {
  requireNoOthers(folder, files, parts);
  for (const { path, bytes, sha256 } of files) {
    const found = join(folder, path);
    const size = lstatSync(found, { throwIfNoEntry: false })?.size;
    if (size === undefined) throw new RangeError(`the backup is damaged: ${found} is missing`);
    if (size !== bytes || (await measure(found)).sha256 !== sha256) {
      throw new RangeError(`the backup is damaged: ${found} is not as it was written`);
    }
  }
}

/** Folders are restored as they are: what nobody has measured would be, too. */
function requireNoOthers(
  folder: string,
  files: readonly CopiedFile[],
  parts: readonly string[],
): void {
  const named = new Set(files.map(({ path }) => join(folder, path)));
  for (const part of parts.map((name) => join(folder, name)).filter((path) => existsSync(path))) {
    const isFolder = lstatSync(part).isDirectory();
    const entries = isFolder ? readdirSync(part, { recursive: true, withFileTypes: true }) : [];
    const paths = entries
      .filter((entry) => !entry.isDirectory())
      .map((entry) => ({ path: join(entry.parentPath, entry.name), isFile: entry.isFile() }));
    if (!isFolder) paths.push({ path: part, isFile: lstatSync(part).isFile() });
    const other = paths.find(({ path, isFile }) => !isFile || !named.has(path));
    if (other) throw new RangeError(`the backup is damaged: ${other.path} is not of it`);
  }
}

async function measure(path: string): Promise<{ bytes: number; sha256: string }> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return { bytes: statSync(path).size, sha256: hash.digest('hex') };
}
