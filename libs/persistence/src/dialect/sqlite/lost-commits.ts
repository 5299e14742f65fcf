import { existsSync } from 'node:fs';
import { hasUnreadCommits, SqliteDatabase } from '#sqlite';
import { ErrataError } from '#shared';
import type { DatabaseConfig } from '../../database.ts';
import { locateSqliteFile } from './sqlite-file.ts';

/**
 * Returns `database.damaged` when commits in the write-ahead log of SQLite cannot be read. Call
 * this before the database is opened, because SQLite then drops these commits without a word.
 * Returns undefined when another process has the file open, which has made the check before.
 */
export function findLostCommits({
  dataDir,
  databaseUrl,
}: Pick<DatabaseConfig, 'dataDir' | 'databaseUrl'>): ErrataError | undefined {
  const file = locateSqliteFile(dataDir);
  if (databaseUrl !== undefined || !existsSync(`${file}-wal`)) return undefined;
  let db: SqliteDatabase | undefined;
  try {
    db = new SqliteDatabase(file, { timeoutMs: 0, mustExist: true });
    // Exclusive locking fails at once while another process has the file open.
    db.pragma('locking_mode = EXCLUSIVE');
    db.pragma('user_version');
    if (!hasUnreadCommits(db)) return undefined;
    return new ErrataError('database.damaged', {
      detail: `Commits in the write-ahead log ${file}-wal cannot be read, and what they changed is lost. See docs/backup.md.`,
    });
  } catch {
    // The next code that opens the file reports the reason.
    return undefined;
  } finally {
    db?.close();
  }
}
