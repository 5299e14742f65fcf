import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { SqliteDatabase } from '#sqlite';
import { toSqliteFault } from '../../dialect/sqlite/sqlite-faults.ts';
import { BUSY_TIMEOUT_MS } from '../../dialect/sqlite/sqlite-file.ts';
import { DatabaseSnapshot } from '../database-snapshot.ts';
import type { DatabaseContents, ReportIdentity } from '../database-snapshot.ts';
import { readSqliteContents } from './sqlite-contents.ts';
import { requireSoundCopy, toCopyFault, toDamage } from './sound-copy.ts';

export const SQLITE_FILE = 'errata.sqlite';
/** 8 MB at a time: between two steps signals are heard. */
const PAGES_PER_STEP = 4096;

/**
 * A read transaction. SQLite begins a copy anew whenever another process has written in between; not where whoever
 * copies holds such a transaction: then it ends, however much is written (https://www.sqlite.org/backup.html). The
 * write-ahead log grows for as long.
 */
export class SqliteSnapshot extends DatabaseSnapshot {
  private constructor(
    private readonly db: SqliteDatabase,
    private readonly file: string,
  ) {
    super();
  }

  /** Undefined when there is no database yet. Throws `database.unavailable`. */
  static open(dataDir: string): SqliteSnapshot | undefined {
    const file = join(dataDir, SQLITE_FILE);
    if (!existsSync(file)) return undefined;
    let db: SqliteDatabase | undefined;
    try {
      db = new SqliteDatabase(file, { mustExist: true, timeoutMs: BUSY_TIMEOUT_MS });
      db.exec('BEGIN');
      // The transaction begins with the first that is read.
      db.prepare('SELECT count(*) FROM sqlite_schema').get();
      return new SqliteSnapshot(db, file);
    } catch (error) {
      db?.close();
      throw toSqliteFault(error, file);
    }
  }

  override async hasInstallation(): Promise<boolean> {
    return this.read(
      (db) =>
        hasTable(db, 'installation') &&
        db.prepare('SELECT 1 FROM installation').get() !== undefined,
    );
  }

  override async hasKeyAmong(publicKeys: readonly string[]): Promise<boolean | undefined> {
    return this.read((db) => {
      if (!hasTable(db, 'project_keys')) return undefined;
      const find = db.prepare('SELECT 1 FROM project_keys WHERE public_key = ?');
      return publicKeys.some((key) => find.get(key) !== undefined);
    });
  }

  override async findRecorded(
    reports: readonly ReportIdentity[],
  ): Promise<readonly ReportIdentity[] | undefined> {
    return this.read((db) => {
      if (!hasTable(db, 'processed_reports')) return undefined;
      const find = db.prepare('SELECT 1 FROM processed_reports WHERE origin = ? AND report_id = ?');
      return reports.filter(({ origin, id }) => find.get(origin, id) !== undefined);
    });
  }

  override async copyTo(folder: string): Promise<DatabaseContents> {
    const copy = join(folder, SQLITE_FILE);
    try {
      await this.db.backup(copy, { pagesPerStep: PAGES_PER_STEP });
      requireSoundCopy(copy, this.file);
      return readContentsOf(copy);
    } catch (error) {
      throw toCopyFault(error, { from: this.file, to: copy });
    }
  }

  override close(): Promise<void> {
    this.db.close();
    return Promise.resolve();
  }

  /** What is damaged may be met before anything is copied. */
  private read<T>(query: (db: SqliteDatabase) => T): T {
    try {
      return query(this.db);
    } catch (error) {
      throw toSqliteFault(toDamage(error, this.file), this.file);
    }
  }
}

function hasTable(db: SqliteDatabase, name: string): boolean {
  return db.prepare('SELECT 1 FROM sqlite_schema WHERE name = ?').get(name) !== undefined;
}

/** Of a file that nobody else has open; nothing is left beside it. Counts every row. Throws what SQLite says. */
export function readContentsOf(file: string): DatabaseContents {
  const db = new SqliteDatabase(file, { mustExist: true });
  try {
    return readSqliteContents(db);
  } finally {
    db.close();
  }
}
