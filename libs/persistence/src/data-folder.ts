import { mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { syncFolderSync } from './sync-folder.ts';

/**
 * Makes the data folder and those above it, where they are missing, to outlast a power cut. Throws the system's error, its
 * path the folder that could not be made; ENOTDIR when something else stands there. Node's own
 * recursive form never returns where a parent takes no folders, like `/proc`.
 */
export function ensureDataFolder(path: string): void {
  if (isFolder(path)) return;
  const parent = dirname(path);
  if (parent !== path) ensureDataFolder(parent);
  try {
    mkdirSync(path);
    syncFolderSync(parent);
  } catch (error) {
    // Another process may have made it meanwhile.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST' || !isFolder(path)) throw error;
  }
}

function isFolder(path: string): boolean {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (stat && !stat.isDirectory()) {
    throw Object.assign(new Error(`ENOTDIR: not a folder, ${path}`), { code: 'ENOTDIR', path });
  }
  return stat !== undefined;
}
