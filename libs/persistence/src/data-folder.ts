import { existsSync, mkdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { syncFolderSync } from './sync-folder.ts';

/**
 * Makes the data folder, for its owner alone, and those above it, where they are missing, to outlast a power cut. Throws the
 * system's error, its path the folder that could not be made; ENOTDIR, with the path of what else stands there. One that is
 * there keeps its mode.
 */
export function ensureDataFolder(path: string): void {
  ensureFolder(path, 0o700);
}

/** A line for the operator who starts a service, when other users of the machine may look into the data folder; else undefined. */
export function findOpenFolder(path: string): string | undefined {
  // Windows has no such modes.
  if (process.platform === 'win32') return undefined;
  const mode = statSync(path).mode & 0o777;
  if ((mode & 0o077) === 0) return undefined;
  return `Other users of this machine may read DATA_DIR ${path} (mode ${mode.toString(8)}), which holds secrets. Run: chmod -R go= ${path}`;
}

/** Node's own recursive form never returns where a parent takes no folders, like `/proc`. */
function ensureFolder(path: string, mode: number): void {
  if (isFolder(path)) return;
  const parent = dirname(path);
  if (parent !== path) ensureFolder(parent, 0o777);
  try {
    mkdirSync(path, { mode });
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

/** Where a restore keeps what is not in its place yet: while it is there the data folder is not whole. */
export function locateRestoring(dataDir: string): string {
  return join(dataDir, 'restoring');
}

/** Throws a RangeError, a line for the person who starts a service, while a restore is under way or after one was cut. */
export function requireRestored(dataDir: string): void {
  if (!existsSync(locateRestoring(dataDir))) return;
  throw new RangeError(
    `a restore into DATA_DIR ${dataDir} is running or was interrupted: if none is running, empty the folder and restore again`,
  );
}
