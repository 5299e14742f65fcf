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
 * Runs `work` while this process holds `lockFile`. Waits without limit for another holder, because
 * a migration may rewrite a large table for hours.
 *
 * The lock is an SQLite transaction on a file of its own. The operating system frees it however the
 * process ends.
 */
export async function holdSqliteLock<T>(lockFile: string, work: () => Promise<T>): Promise<T> {
  const lock = await takeLock(lockFile);
  try {
    return await work();
  } finally {
    lock.close();
  }
}

/** Returns true when another process holds the lock now. Does not wait and creates no file. */
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
 * Creates the lock file with the owner and the access rights of its folder. Otherwise, after a
 * backup by root, a service of another user could not check the lock. Ignores errors, because
 * SQLite reports them when it opens the file.
 */
function shareLockFile(lockFile: string): void {
  const folder = statSync(dirname(lockFile), { throwIfNoEntry: false });
  if (!folder) return;
  createFile(lockFile, folder.mode & 0o666);
  const found = lstatSync(lockFile, { throwIfNoEntry: false });
  const isRoot = process.getuid?.() === 0;
  // Guards against the folder's owner, who could have put a link to another file here.
  if (isRoot && found?.isFile() && found.nlink === 1 && found.uid !== folder.uid) {
    lchownSync(lockFile, folder.uid, folder.gid);
  }
}

/** Never opens an existing file: closing it would free the locks that this process holds on it. */
function createFile(path: string, mode: number): void {
  let file: number | undefined;
  try {
    file = openSync(path, 'wx');
    // The umask must not restrict the mode.
    fchmodSync(file, mode);
  } catch {
    // Either the file exists, or SQLite reports why it cannot be created.
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

/**
 * Reports a lock file that cannot be opened as an error, not as a free lock. A process that holds
 * the lock may be making a backup.
 */
function toLockFault(error: unknown, lockFile: string): unknown {
  if (primaryCodeOf(error) !== 'SQLITE_CANTOPEN') return toSqliteFault(error, lockFile);
  const reason = `the user who runs Errata may not open ${basename(lockFile)}; make the owner of the folder its owner`;
  return createFileFault(lockFile, reason, error);
}
