import { statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { SqliteDatabase } from '#sqlite';
import { waitWhileBusy } from './busy-wait.ts';
import { createFileFault, toSqliteFault } from './sqlite-faults.ts';

export const BUSY_TIMEOUT_MS = 10_000;

/**
 * Bytes. Small pages waste less space, because the last page of each stored body is partly empty.
 * Measured with 27 kB events compressed to 24 %: at 1024, 2048, 4096 and 8192 bytes a page, the
 * file takes 0.257, 0.257, 0.305 and 0.312 bytes per byte of event, at the same speed.
 */
const PAGE_SIZE = 2048;

/**
 * KiB of pages that each connection caches. 16 MiB took 10 MB more memory and were no faster,
 * because the operating system caches the file as well.
 */
const CACHE_KIB = 8_192;

/** Size in bytes to which a checkpoint shrinks the write-ahead log after a burst of writes. */
const JOURNAL_SIZE_LIMIT = 64 * 1024 * 1024;

export const connectionPragmas = [
  // Builds of SQLite differ in their default for WAL mode. NORMAL would lose commits in a power
  // cut.
  'synchronous = FULL',
  'foreign_keys = ON',
  `cache_size = -${CACHE_KIB}`,
  `journal_size_limit = ${JOURNAL_SIZE_LIMIT}`,
];

export function locateSqliteFile(dataDir: string): string {
  return join(resolve(dataDir), 'errata.sqlite');
}

/**
 * Opens the file, and creates it when its folder exists. A commit is on the disk before it returns.
 * Rejects with `database.unavailable`.
 */
export async function openSqliteFile(file: string): Promise<SqliteDatabase> {
  requireFolder(file);
  let db: SqliteDatabase | undefined;
  try {
    const opened = new SqliteDatabase(file, { timeoutMs: BUSY_TIMEOUT_MS });
    db = opened;
    // Switching to WAL mode needs an exclusive lock, and SQLite's busy handler does not wait for
    // it.
    await waitWhileBusy(() => configure(opened), BUSY_TIMEOUT_MS);
    return opened;
  } catch (error) {
    db?.close();
    throw toSqliteFault(error, file);
  }
}

function configure(db: SqliteDatabase): void {
  // Both pragmas take effect only while the file has no table and is not yet in WAL mode.
  if (db.pragma('schema_version') === 0) {
    db.pragma(`page_size = ${PAGE_SIZE}`);
    db.pragma('auto_vacuum = INCREMENTAL');
  }
  db.pragma('journal_mode = WAL');
  for (const pragma of connectionPragmas) db.pragma(pragma);
}

function requireFolder(file: string): void {
  const folder = statSync(dirname(file), { throwIfNoEntry: false });
  if (!folder) throw createFileFault(file, 'the folder does not exist');
  if (!folder.isDirectory()) throw createFileFault(file, 'this is not a folder');
}
