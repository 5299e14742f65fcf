import * as fs from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { SqliteDatabase } from '#sqlite';
import { syncFolderSync } from '#persistence';
import { Logger } from '../../logging/logger.ts';
import { PAGE_BYTES } from '../page-bytes.ts';
import { isDamage } from '../is-damage.ts';
import { moveAside, moveBack } from './set-aside.ts';
import { mendSetAside } from './set-spool-aside.ts';
import { mendLog } from './write-ahead-log.ts';

/**
 * Looks for damage in the write-ahead log of a spool that this process holds, and of which nothing was read but by who took its
 * lock: SQLite takes all that stands behind it for nothing, without a word, and removes the log when it is closed. What a log
 * has is mended where that leaves a sound database, and the log as it was is kept beside; else the spool is set aside, and what
 * can be read of it put into its place.
 *
 * Returns false where there is none, and the spool is held as before; else it was let go of, and may be opened anew where it still is.
 * Throws what the file system throws.
 */
export function mendHeldLog(held: SqliteDatabase): boolean {
  const path = held.name;
  const mended = findMended(path);
  if (!mended) return false;
  const moved = moveAside(dirname(path));
  // It leaves the log of a database that was moved alone.
  held.close();
  if (moved !== undefined) putRight(path, moved, mended);
  return true;
}

/**
 * The same of one that is not open. A spool that another process holds stays as it is: its log is not even read.
 *
 * Returns false when there is no spool at `path` any more. Throws what the file system throws.
 */
export function mendSpoolLog(path: string): boolean {
  const held = fs.existsSync(`${path}-wal`) ? hold(path) : undefined;
  if (!held) return true;
  const isMended = mendHeldLog(held);
  held.close();
  return !isMended || fs.existsSync(path);
}

/** `moved` is where the spool at `path` is now. */
function putRight(path: string, moved: string, mended: Buffer): void {
  const folder = dirname(path);
  replaceLog(moved, basename(path), mended);
  const fault = findFault(join(moved, basename(path)));
  if (fault !== undefined) {
    mendSetAside(folder, moved, `its log changed on the disk. ${fault}.`);
    return;
  }
  moveBack(moved, folder);
  new Logger('Spool').error(
    `The log of spool ${basename(folder)} changed on the disk. It is mended, and kept as it was in ${dirname(moved)}.`,
  );
}

/** What SQLite finds, or throws, when it looks at the whole database at `path`; undefined when it is sound. */
function findFault(path: string): string | undefined {
  const db = new SqliteDatabase(path, { timeoutMs: 0, mustExist: true });
  try {
    db.pragma('locking_mode = EXCLUSIVE');
    const found = db.pragma('quick_check(1)') as string;
    return found === 'ok' ? undefined : found;
  } catch (error) {
    return (error as Error).message;
  } finally {
    db.close();
  }
}

function findMended(path: string): Buffer | undefined {
  const log = `${path}-wal`;
  return fs.existsSync(log) ? mendLog(fs.readFileSync(log), PAGE_BYTES) : undefined;
}

/** Undefined when another process has it. */
function hold(path: string): SqliteDatabase | undefined {
  const db = new SqliteDatabase(path, { timeoutMs: 0 });
  try {
    db.pragma('locking_mode = EXCLUSIVE');
    db.exec('BEGIN IMMEDIATE; COMMIT');
  } catch (error) {
    if (!isDamage(error)) {
      db.close();
      return undefined;
    }
  }
  return db;
}

function replaceLog(folder: string, name: string, mended: Buffer): void {
  const log = join(folder, `${name}-wal`);
  fs.copyFileSync(log, join(dirname(folder), `${name}-wal`));
  fs.writeFileSync(`${log}.mended`, mended, { mode: 0o600, flush: true });
  fs.renameSync(`${log}.mended`, log);
  syncFolderSync(folder);
}
