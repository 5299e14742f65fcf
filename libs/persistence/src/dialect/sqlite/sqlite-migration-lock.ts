import { existsSync } from 'node:fs';
import Sqlite from 'better-sqlite3';
import { waitWhileBusy } from './busy-wait.ts';
import { isBusy, toSqliteFault } from './sqlite-faults.ts';

/** A migration may rewrite a large table; who waits for it waits this long. */
const MIGRATION_TIMEOUT_MS = 10 * 60_000;

/**
 * Runs `work` while this process holds `lockFile`. The lock is an SQLite transaction on a file of
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
  const lock = new Sqlite(lockFile, { timeout: 0 });
  try {
    lock.exec('begin immediate; rollback');
    return false;
  } catch (error) {
    if (isBusy(error)) return true;
    throw toSqliteFault(error, lockFile);
  } finally {
    lock.close();
  }
}

async function takeLock(lockFile: string): Promise<Sqlite.Database> {
  let lock: Sqlite.Database | undefined;
  try {
    const opened = new Sqlite(lockFile, { timeout: 0 });
    lock = opened;
    await waitWhileBusy(() => opened.exec('begin exclusive'), MIGRATION_TIMEOUT_MS);
    return opened;
  } catch (error) {
    lock?.close();
    throw toSqliteFault(error, lockFile);
  }
}
