import { statSync } from 'node:fs';
import { dirname } from 'node:path';
import { SqliteDatabase } from '#sqlite';
import { waitWhileBusy } from './busy-wait.ts';
import { createFileFault, toSqliteFault } from './sqlite-faults.ts';

/** How long a statement waits for another process's lock before it fails. */
export const BUSY_TIMEOUT_MS = 10_000;

/**
 * Bytes. Measured with 27 kB events, bodies compressed to 24 %: the file takes 0.257, 0.257, 0.305
 * and 0.312 bytes per byte of event at 1024, 2048, 4096 and 8192 (a body leaves the rest of a page
 * empty), at the same speed. Smaller pages also write less for each entry of a random index.
 */
const PAGE_SIZE = 2048;

/**
 * KiB of pages kept in memory, per connection. The relay's fill within half a minute of load: 16 MiB cost it 10 MB more and
 * nothing of what it did was faster; other pages are in the system's cache.
 */
const CACHE_KIB = 8_192;

/** A checkpoint cuts the write-ahead log back to this many bytes after a burst let it grow. */
const JOURNAL_SIZE_LIMIT = 64 * 1024 * 1024;

/** What each connection that writes begins with. */
export const connectionPragmas = [
  // Builds of SQLite differ in their default in WAL mode; with NORMAL a power cut undoes commits.
  'synchronous = FULL',
  'foreign_keys = ON',
  `cache_size = -${CACHE_KIB}`,
  `journal_size_limit = ${JOURNAL_SIZE_LIMIT}`,
];

/**
 * Opens the file, making it when its folder exists. Durable: a commit is on the disk before it
 * returns. Rejects with `database.unavailable`.
 */
export async function openSqliteFile(file: string): Promise<SqliteDatabase> {
  requireFolder(file);
  let db: SqliteDatabase | undefined;
  try {
    const opened = new SqliteDatabase(file, { timeoutMs: BUSY_TIMEOUT_MS });
    db = opened;
    // The change to WAL takes an exclusive lock without asking the busy handler.
    await waitWhileBusy(() => configure(opened), BUSY_TIMEOUT_MS);
    return opened;
  } catch (error) {
    db?.close();
    throw toSqliteFault(error, file);
  }
}

function configure(db: SqliteDatabase): void {
  // Both count only while the file has no table yet, and not at all once it is in WAL mode. The second would write to it
  // all the same.
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
