import { statSync } from 'node:fs';
import { join } from 'node:path';
import { SqliteDatabase } from '#sqlite';
import { SQLITE_FILE } from '../backup/sqlite/copy-sqlite.ts';
import { isBusy, toSqliteFault } from '../dialect/sqlite/sqlite-faults.ts';
import { createDatabaseInUseError, type Shrinking } from './shrinking.ts';

/**
 * Rewrites the file and turns on `auto_vacuum`. From then on, the file shrinks while services run.
 */
export function shrinkSqlite(dataDir: string): Shrinking {
  const file = join(dataDir, SQLITE_FILE);
  // SQLite writes the copy into the system's temporary folder, which may be in memory, unless this
  // variable names another folder.
  process.env['SQLITE_TMPDIR'] ??= dataDir;
  let db: SqliteDatabase | undefined;
  try {
    db = new SqliteDatabase(file, { mustExist: true, timeoutMs: 0 });
    // In WAL mode a connection gets the exclusive lock only when no other connection is open:
    // https://sqlite.org/wal.html#use_of_wal_without_shared_memory
    db.pragma('locking_mode = EXCLUSIVE');
    db.exec('BEGIN IMMEDIATE; COMMIT');
    db.pragma('wal_checkpoint(TRUNCATE)');
    const beforeBytes = statSync(file).size;
    db.pragma('auto_vacuum = INCREMENTAL');
    db.exec('VACUUM');
    db.pragma('wal_checkpoint(TRUNCATE)');
    return { beforeBytes, afterBytes: statSync(file).size };
  } catch (error) {
    throw isBusy(error) ? createDatabaseInUseError() : toSqliteFault(error, file);
  } finally {
    db?.close();
  }
}
