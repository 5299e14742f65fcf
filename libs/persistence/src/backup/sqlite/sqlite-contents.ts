import { SqliteDatabase } from '#sqlite';
import type { DatabaseContents } from '../database-copy.ts';

const MIGRATIONS = /^migrations_(?<set>platform|product)$/;

/**
 * Reads a database file without leaving a write-ahead log beside it. No other process may have the
 * file open. Throws SQLite's errors.
 */
export function readContentsOf(file: string): DatabaseContents {
  const db = new SqliteDatabase(file, { mustExist: true });
  try {
    return readContents(db);
  } finally {
    db.close();
  }
}

function readContents(db: SqliteDatabase): DatabaseContents {
  const tables = db
    .prepare(
      `SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'
       ORDER BY name`,
    )
    .pluck()
    .all() as string[];
  const count = (table: string) => db.prepare(`SELECT count(*) FROM "${table}"`).pluck().get();
  return {
    kind: 'sqlite',
    migrations: tables.flatMap((table) => listMigrations(db, table)),
    rows: Object.fromEntries(tables.map((table) => [table, count(table) as number])),
  };
}

function listMigrations(db: SqliteDatabase, table: string): string[] {
  const set = MIGRATIONS.exec(table)?.groups?.['set'];
  if (set === undefined) return [];
  const names = db.prepare(`SELECT name FROM "${table}" ORDER BY name`).pluck().all() as string[];
  return names.map((name) => `${set}/${name}`);
}
