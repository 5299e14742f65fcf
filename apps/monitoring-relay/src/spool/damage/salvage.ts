import * as fs from 'node:fs';
import { dirname, join } from 'node:path';
import { SqliteDatabase, type SqliteStatement } from '#sqlite';
import { syncFolderSync } from '#persistence';
import { PAGE_BYTES } from '../page-bytes.ts';
import { prepareSchema, spoolVersion } from '../spool-schema.ts';
import { orUndefined, readById, readInOrder, type Row } from './readable-rows.ts';
import { withSoundHeader } from './sqlite-header.ts';
import { mendLog } from './write-ahead-log.ts';

const FILE = 'spool.sqlite';
const BY_ID = ['reports', 'forwards', 'failed_reports'];
const IN_ORDER = ['origins', 'failures', 'body_files', 'project_keys', 'tallies'];

export interface Salvaged {
  /** Beside the spool of which it was made. */
  readonly folder: string;
  /** How many are queued, to be processed or sent. */
  readonly reports: number;
}

/**
 * Makes a sound spool, named `name`, of what can be read of one in the folder `moved`, which nobody else has and which stays as it is.
 * Undefined when none of its tables can be read. Throws what the file system throws.
 */
export function salvage(moved: string, name: string): Salvaged | undefined {
  const folder = join(dirname(moved), 'mended');
  fs.cpSync(moved, folder, { recursive: true });
  const damaged = join(folder, 'damaged.sqlite');
  for (const end of ['', '-wal']) rename(join(folder, FILE + end), damaged + end);
  const header = withSoundHeader(fs.readFileSync(damaged), PAGE_BYTES, spoolVersion);
  fs.writeFileSync(damaged, header);
  mendCopiedLog(`${damaged}-wal`);
  const reports = copyReadable(damaged, join(folder, FILE), name);
  for (const end of ['', '-wal', '-shm']) fs.rmSync(damaged + end, { force: true });
  if (reports === undefined) fs.rmSync(folder, { recursive: true });
  else syncAll(folder);
  return reports === undefined ? undefined : { folder, reports };
}

/** Copied bodies, too: what is put in the place of those that were synced is to outlive as much as they. */
function syncAll(folder: string): void {
  for (const name of fs.readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const descriptor = fs.openSync(join(folder, name), 'r');
    try {
      fs.fsyncSync(descriptor);
    } finally {
      fs.closeSync(descriptor);
    }
  }
  syncFolderSync(folder);
}

/** SQLite would take what stands behind a damaged frame for nothing. */
function mendCopiedLog(path: string): void {
  const mended = fs.existsSync(path) ? mendLog(fs.readFileSync(path), PAGE_BYTES) : undefined;
  if (mended) fs.writeFileSync(path, mended);
}

function rename(from: string, to: string): void {
  if (fs.existsSync(from)) fs.renameSync(from, to);
}

function copyReadable(from: string, to: string, name: string): number | undefined {
  const source = new SqliteDatabase(from);
  const target = new SqliteDatabase(to);
  try {
    target.pragma(`page_size = ${PAGE_BYTES}`);
    target.pragma('auto_vacuum = INCREMENTAL');
    target.pragma('synchronous = FULL');
    prepareSchema(target, name);
    const tables = orUndefined(() => listTables(source)) ?? [];
    if (!tables.includes('reports')) return undefined;
    copyTables(source, target, tables);
    const count = 'SELECT (SELECT count(*) FROM reports) + (SELECT count(*) FROM forwards)';
    return target.prepare(count).pluck().get() as number;
  } finally {
    source.close();
    target.close();
  }
}

function listTables(db: SqliteDatabase): string[] {
  const list = "SELECT name FROM sqlite_schema WHERE type = 'table'";
  return db.prepare(list).pluck().all() as string[];
}

function copyTables(
  source: SqliteDatabase,
  target: SqliteDatabase,
  tables: readonly string[],
): void {
  const lastId = orUndefined(() => findLastId(source)) ?? 0;
  target.transaction(() => {
    for (const table of BY_ID.filter((each) => tables.includes(each))) {
      insert(target, table, readById(source, table));
    }
    for (const table of IN_ORDER.filter((each) => tables.includes(each))) {
      insert(target, table, readInOrder(source, table));
    }
    keepIdsApart(target, lastId);
  });
}

/** A version before this one has fewer columns. */
function insert(db: SqliteDatabase, table: string, rows: Iterable<Row>): void {
  let add: SqliteStatement | undefined;
  for (const row of rows) {
    add ??= prepareInsert(db, table, Object.keys(row));
    tryToAdd(add, row);
  }
}

/** One that lacks what no row may is damaged, which SQLite does not notice when it reads it: it costs no other. */
function tryToAdd(add: SqliteStatement, row: Row): void {
  try {
    add.run(row);
  } catch (error) {
    if (!String((error as { code?: unknown }).code).startsWith('SQLITE_CONSTRAINT')) throw error;
  }
}

function prepareInsert(
  db: SqliteDatabase,
  table: string,
  columns: readonly string[],
): SqliteStatement {
  const values = columns.map((column) => `@${column}`).join();
  return db.prepare(`INSERT OR REPLACE INTO ${table} (${columns.join()}) VALUES (${values})`);
}

function findLastId(db: SqliteDatabase): number {
  const find = "SELECT seq FROM sqlite_sequence WHERE name = 'reports'";
  return (db.prepare(find).pluck().get() as number | undefined) ?? 0;
}

/** Ids that were given do not come back, also where it is lost which was the last. */
function keepIdsApart(db: SqliteDatabase, lastId: number): void {
  const findMost = BY_ID.map((table) => `SELECT max(id) AS id FROM ${table}`).join(' UNION ');
  const most = db.prepare(`SELECT max(id) FROM (${findMost})`).pluck().get() as number | null;
  db.prepare("DELETE FROM sqlite_sequence WHERE name = 'reports'").run();
  db.prepare("INSERT INTO sqlite_sequence (name, seq) VALUES ('reports', ?)").run(
    Math.max(lastId, most ?? 0),
  );
}
