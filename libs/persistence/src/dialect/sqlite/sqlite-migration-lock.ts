import {
  closeSync,
  existsSync,
  fchmodSync,
  lchownSync,
  lstatSync,
  openSync,
  statSync,
} from 'node:fs';
import { basename, dirname } from 'node:path';
import { SqliteDatabase } from '#sqlite';
import { waitWhileBusy } from './busy-wait.ts';
import { createFileFault, isBusy, primaryCodeOf, toSqliteFault } from './sqlite-faults.ts';

/**
 * Runs `work` while this process holds `lockFile`. Waits for as long as another does: a migration may rewrite a large table
 * for hours. The lock is an SQLite transaction on a file of
 * its own: the system frees it when the process ends, however it ends, which a lock row or the mere
 * existence of a file would not survive.
 */
export async function holdSqliteLock<T>(lockFile: string, work: () => Promise<T>): Promise<T> {
  const lock = await takeLock(lockFile);
  try {
    return await work();
  } finally {
    lock.close();
  }
}

/** Whether another process holds that lock now. Does not wait, and makes no file. */
export function isSqliteLockHeld(lockFile: string): boolean {
  if (!existsSync(lockFile)) return false;
  let lock: SqliteDatabase | undefined;
  try {
    lock = new SqliteDatabase(lockFile, { timeoutMs: 0 });
    lock.exec('begin immediate; rollback');
    return false;
  } catch (error) {
    if (isBusy(error)) return true;
    throw toLockFault(error, lockFile);
  } finally {
    lock?.close();
  }
}

async function takeLock(lockFile: string): Promise<SqliteDatabase> {
  shareLockFile(lockFile);
  let lock: SqliteDatabase | undefined;
  try {
    const opened = new SqliteDatabase(lockFile, { timeoutMs: 0 });
    lock = opened;
    await waitWhileBusy(() => opened.exec('begin exclusive'), Infinity);
    return opened;
  } catch (error) {
    lock?.close();
    throw toLockFault(error, lockFile);
  }
}

/**
 * Gives the file the owner of its folder, and lets those use it who may use that: one that root left to itself, after a
 * backup, would keep a service of another user from asking whether somebody holds the lock. What fails here SQLite tells.
 */
function shareLockFile(lockFile: string): void {
  const folder = statSync(dirname(lockFile), { throwIfNoEntry: false });
  if (!folder) return;
  createFile(lockFile, folder.mode & 0o666);
  const found = lstatSync(lockFile, { throwIfNoEntry: false });
  const isRoot = process.getuid?.() === 0;
  // Whoever owns the folder could have named another file so.
  if (isRoot && found?.isFile() && found.nlink === 1 && found.uid !== folder.uid) {
    lchownSync(lockFile, folder.uid, folder.gid);
  }
}

/** Where none is. Never opens one that is there: to close it again would free the locks that this process has on it. */
function createFile(path: string, mode: number): void {
  let file: number | undefined;
  try {
    file = openSync(path, 'wx');
    // Whatever the umask of this process leaves out.
    fchmodSync(file, mode);
  } catch {
    // It is there, or SQLite says why it cannot be.
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

/** It is not taken for free where nobody can look: who holds it may be making a backup. */
function toLockFault(error: unknown, lockFile: string): unknown {
  if (primaryCodeOf(error) !== 'SQLITE_CANTOPEN') return toSqliteFault(error, lockFile);
  const reason = `the user who runs Errata may not open ${basename(lockFile)}; make the owner of the folder its owner`;
  return createFileFault(lockFile, reason, error);
}
