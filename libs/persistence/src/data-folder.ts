import { existsSync, mkdirSync, mkdtempSync, rmdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { requireRoomToStart } from './disk-room.ts';
import { syncFolderSync } from './sync-folder.ts';

/**
 * Creates the data folder, with access for its owner alone, and the missing folders above it. The
 * new folders survive a power cut. An existing folder keeps its mode.
 *
 * Throws the system's error with the path of the folder that could not be created. Throws ENOTDIR
 * when the path names something other than a folder.
 */
export function ensureDataFolder(path: string): void {
  ensureFolder(path, 0o700);
}

/**
 * Throws a RangeError for a path with blanks around it where such a folder exists: settings are read
 * without these blanks, so Errata would begin anew beside its data.
 */
export function requirePlainFolder(path: string | undefined): void {
  if (path === undefined || path === path.trim() || !existsSync(path)) return;
  throw new RangeError(
    `DATA_DIR begins or ends with a blank, and there is a folder “${path}”. Rename it, and take the blank out of DATA_DIR`,
  );
}

/**
 * Makes the data folder ready for a service. When the service writes there, also rejects when the
 * folder cannot be written, with the system's error and the path of the folder, and when its disk
 * is all but full.
 */
export async function prepareDataFolder(
  path: string,
  { isWritten }: { readonly isWritten: boolean },
): Promise<void> {
  ensureDataFolder(path);
  requireRestored(path);
  if (!isWritten) return;
  requireWritable(path);
  await requireRoomToStart(path);
}

/** Makes a folder and removes it again, because the mode of a folder does not tell everything. */
function requireWritable(path: string): void {
  try {
    rmdirSync(mkdtempSync(join(path, '.writable-')));
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    // A full disk is reported with what fills it.
    if (code === 'ENOSPC') return;
    throw Object.assign(new Error(message, { cause: error }), { code, path });
  }
}

export function findOpenFolder(path: string): string | undefined {
  if (process.platform === 'win32') return undefined;
  const mode = statSync(path).mode & 0o777;
  if ((mode & 0o077) === 0) return undefined;
  return `Other users of this machine may read DATA_DIR ${path} (mode ${mode.toString(8)}), which holds secrets. Run: chmod -R go= ${path}`;
}

/**
 * Creates the parent folders one by one. `mkdirSync` with `recursive` never returns when no folder
 * can be created in a parent, such as `/proc`.
 */
function ensureFolder(path: string, mode: number): void {
  if (isFolder(path)) return;
  const parent = dirname(path);
  if (parent !== path) ensureFolder(parent, 0o777);
  try {
    mkdirSync(path, { mode });
    syncFolderSync(parent);
  } catch (error) {
    // Another process may have created the folder meanwhile.
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

/**
 * Returns the folder in which a restore prepares its files. While this folder exists, the data
 * folder is incomplete.
 */
export function locateRestoring(dataDir: string): string {
  return join(dataDir, 'restoring');
}

/**
 * Throws a RangeError, whose message is for the operator, while a restore runs or after one was
 * interrupted.
 */
export function requireRestored(dataDir: string): void {
  if (!existsSync(locateRestoring(dataDir))) return;
  throw new RangeError(
    `a restore into DATA_DIR ${dataDir} is running or was interrupted: if none is running, restore again: errata restore prints the line that sets it aside`,
  );
}
