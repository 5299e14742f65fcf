import { SqliteDatabase } from '#sqlite';
import type { DatabaseContents } from '../database-copy.ts';

const MIGRATIONS = /^migrations_(?<set>platform|product)$/;

/**
 * Reads a file that no other process has open, and leaves no files beside it. Throws errors of
 * SQLite.
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
