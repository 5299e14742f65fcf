import { statSync } from 'node:fs';
import { join } from 'node:path';
import { SqliteDatabase } from '#sqlite';
import { SQLITE_FILE } from '../backup/sqlite/copy-sqlite.ts';
import type { DatabaseConfig } from '../database.ts';
import { isBusy, toSqliteFault } from '../dialect/sqlite/sqlite-faults.ts';
import type { OwnSchema } from '../own-schema.ts';
import type { Shrinking } from './shrinking.ts';
import { createDatabaseInUseError } from './shrinking.ts';

/**
 * Rewrites the database, so that it takes only the space that it needs. Rejects with a RangeError
 * while services use the database, with `database.unavailable`, and with errors of the file system.
 * The database is unchanged after a rejection.
 */
export async function shrinkDatabase(
  { dataDir, databaseUrl }: DatabaseConfig,
  own: OwnSchema,
): Promise<Shrinking> {
  if (databaseUrl === undefined) return shrinkSqlite(dataDir);
  const { shrinkPostgres } = await import('./shrink-postgres.ts');
  return shrinkPostgres(databaseUrl, own.tables);
}

/**
 * Rewrites the file and turns on `auto_vacuum`. From then on, the file shrinks while services run.
 */
function shrinkSqlite(dataDir: string): Shrinking {
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
