import { join } from 'node:path';
import { SqliteDatabase } from '#sqlite';
import { BUSY_TIMEOUT_MS } from '../../dialect/sqlite/sqlite-file.ts';
import type { OwnSchema } from '../../own-schema.ts';
import { requireReleased } from '../../released-migrations.ts';
import type { DatabaseCopy } from '../database-copy.ts';
import { requireSoundCopy, toCopyFault } from './sound-copy.ts';
import { readContentsOf } from './sqlite-contents.ts';

export const SQLITE_FILE = 'errata.sqlite';
/**
 * Pages copied in one step: 8 MB, at 2 kB a page. The process handles signals between two steps.
 */
const PAGES_PER_STEP = 4096;

export async function copySqlite(
  dataDir: string,
  folder: string,
  own: OwnSchema,
  requireSound = requireSoundCopy,
): Promise<DatabaseCopy> {
  const [from, to] = [join(dataDir, SQLITE_FILE), join(folder, SQLITE_FILE)];
  let db: SqliteDatabase | undefined;
  try {
    db = new SqliteDatabase(from, { mustExist: true, timeoutMs: BUSY_TIMEOUT_MS });
    // Without a read transaction, each commit of another process would restart the copy
    // (https://www.sqlite.org/backup.html).
    db.exec('BEGIN');
    const keys = listKeys(db);
    await db.backup(to, { pagesPerStep: PAGES_PER_STEP });
    // A read transaction keeps the write-ahead log from being reset, and the check takes minutes.
    db.exec('COMMIT');
    requireSound(to, from);
    const contents = readContentsOf(to);
    requireReleased(contents.migrations, own.migrations);
    return { contents, keys };
  } catch (error) {
    throw toCopyFault(error, { from, to });
  } finally {
    db?.close();
  }
}

function listKeys(db: SqliteDatabase): string[] | undefined {
  const find = db.prepare('SELECT 1 FROM sqlite_schema WHERE name = ?');
  const list = (table: string, column: string): string[] =>
    find.get(table) === undefined
      ? []
      : (db.prepare(`SELECT ${column} FROM ${table}`).pluck().all() as string[]);
  return list('installation', 'id').length === 0 ? undefined : list('project_keys', 'public_key');
}
