import type { SqliteDatabase } from '#sqlite';
import { Logger } from '../../logging/logger.ts';
import { isDamage } from '../is-damage.ts';

/** Read at a time, where all of it can be. */
const SLICE = 500;
/** So many ids in a row that lead to what cannot be read: more of a table than a page can hide, but its root. */
const MOST_LOST_IN_A_ROW = 100_000;

/** It held something, and nobody knows what. */
const UNKNOWN_CONTENTS = JSON.stringify({ kept: {}, passed: { unknown: 1 } });

/** What of the table can still be learned of a report, whose row may be damaged. */
interface KnownRow {
  readonly id: number;
  /** Undefined where it stands in the row alone. */
  readonly projectId?: number;
}

/** Rows that can be read one after the other. */
interface Run {
  readonly firstId: number;
  readonly rows: number;
}

/**
 * Makes the table `forwards` anew of what can be read of it, when it is damaged; else returns false. A row that cannot
 * be read is there without its body, as far as its index tells of it, so that it is settled in its turn as any other
 * whose body has gone. What is damaged stays in the file under another name: to free such pages could take
 * pages of others along. It takes as long as to write the table; throws what SQLite says, and then nothing has changed.
 */
export function mendForwards(db: SqliteDatabase): boolean {
  if (isSound(db)) return false;
  // Before anything is written: once a transaction has met damage, SQLite writes nothing more in it.
  const index = findIndexName(db);
  const byIndex = listByIndex(db, index);
  const known = byIndex ?? listByTable(db);
  const readable = findReadable(db, known);
  const lost = db.transaction(() => {
    const damaged = makeAnew(db, index);
    copy(db, damaged, readable);
    const missing = listMissing(db, known);
    for (const row of missing) keepWithoutBody(db, row);
    return missing;
  });
  const more = byIndex ? '' : ' Its index is damaged, too: what else was there nobody knows.';
  new Logger('Spool').error(
    `What is owed to other services is damaged in ${db.name}: of ${known.length} reports ${lost.length} cannot be read.${more}`,
  );
  return true;
}

function isSound(db: SqliteDatabase): boolean {
  return readWhole(() => db.pragma("integrity_check('forwards')")) === 'ok';
}

/** Returns the name that the damaged table has from now on. */
function makeAnew(db: SqliteDatabase, index: string): string {
  const damaged = findFreeName(db);
  const findSql = db.prepare('SELECT sql FROM sqlite_schema WHERE name = ?').pluck();
  const tableSql = findSql.get('forwards') as string;
  const indexSql = findSql.get(index) as string;
  db.exec(`ALTER TABLE forwards RENAME TO ${damaged}`);
  db.exec(tableSql);
  db.exec(indexSql.replace(index, `${damaged}_by_project`));
  return damaged;
}

function findFreeName(db: SqliteDatabase): string {
  const isTaken = db.prepare('SELECT 1 FROM sqlite_schema WHERE name = ?');
  for (let number = 1; ; number += 1) {
    const name = `forwards_damaged_${number}`;
    if (!isTaken.get(name)) return name;
  }
}

function findIndexName(db: SqliteDatabase): string {
  const find = "SELECT name FROM sqlite_schema WHERE type = 'index' AND tbl_name = 'forwards'";
  return db.prepare(find).pluck().get() as string;
}

/** Rows as their index names them, without reading one; undefined where it is the index that is damaged. */
function listByIndex(db: SqliteDatabase, index: string): KnownRow[] | undefined {
  const list = `SELECT id, project_id AS projectId FROM forwards INDEXED BY ${index}`;
  const rows = readWhole(() => db.prepare(list).all() as KnownRow[]);
  return rows?.toSorted((a, b) => a.id - b.id);
}

/** Row by row; where one cannot be read, the search goes on behind its id. */
function listByTable(db: SqliteDatabase): KnownRow[] {
  const next = db.prepare('SELECT id FROM forwards WHERE id > ? ORDER BY id LIMIT 1').pluck();
  const lastGiven = db.prepare("SELECT seq FROM sqlite_sequence WHERE name = 'reports'").pluck();
  const lastId = (lastGiven.get() as number | undefined) ?? 0;
  const rows: KnownRow[] = [];
  let lostInARow = 0;
  for (let aboveId = 0; aboveId < lastId && lostInARow < MOST_LOST_IN_A_ROW;) {
    const found = readWhole(() => ({ id: next.get(aboveId) as number | undefined }));
    if (found && found.id === undefined) break;
    // An id that is out of order leads back to where the search has been.
    const id = found?.id !== undefined && found.id > aboveId ? found.id : undefined;
    if (id !== undefined) rows.push({ id });
    lostInARow = id === undefined ? lostInARow + 1 : 0;
    aboveId = id ?? aboveId + 1;
  }
  return rows;
}

function findReadable(db: SqliteDatabase, rows: readonly KnownRow[]): Run[] {
  const read = db.prepare(selectRun('forwards'));
  const readable: Run[] = [];
  const note = (some: readonly KnownRow[]): boolean => {
    const firstId = some[0]!.id;
    const found = readWhole(() => read.all(firstId, some.length) as KnownRow[]);
    if (found?.length !== some.length || found.at(-1)!.id !== some.at(-1)!.id) return false;
    readable.push({ firstId, rows: some.length });
    return true;
  };
  for (let start = 0; start < rows.length; start += SLICE) {
    const some = rows.slice(start, start + SLICE);
    if (!note(some)) for (const row of some) note([row]);
  }
  return readable;
}

/** But what lacks what no row may: it is damaged, which SQLite does not notice when it reads it. */
function copy(db: SqliteDatabase, from: string, runs: readonly Run[]): void {
  const add = db.prepare(`INSERT OR IGNORE INTO forwards ${selectRun(from)}`);
  for (const { firstId, rows } of runs) add.run(firstId, rows);
}

function listMissing(db: SqliteDatabase, rows: readonly KnownRow[]): KnownRow[] {
  const isThere = db.prepare('SELECT 1 FROM forwards WHERE id = ?');
  return rows.filter(({ id }) => isThere.get(id) === undefined);
}

/** By their number: to learn that an id is too high the row behind the last one would be read. */
function selectRun(table: string): string {
  return `SELECT * FROM ${table} WHERE id >= ? ORDER BY id LIMIT ?`;
}

/** Undefined when some of it is damaged. */
function readWhole<Rows>(read: () => Rows): Rows | undefined {
  try {
    return read();
  } catch (error) {
    if (!isDamage(error)) throw error;
    return undefined;
  }
}

/** As if it had come when the one before it did. A body that is in a file of its own is found all the same. */
function keepWithoutBody(db: SqliteDatabase, { id, projectId }: KnownRow): void {
  if (projectId === undefined) return;
  db.prepare(
    `INSERT OR REPLACE INTO forwards (id, project_id, public_key, contents, received_at_ms, bytes)
     VALUES (@id, @projectId, '', @contents,
       coalesce((SELECT received_at_ms FROM forwards WHERE id < @id ORDER BY id DESC LIMIT 1),
         (SELECT received_at_ms FROM forwards ORDER BY id LIMIT 1), 0),
       coalesce((SELECT bytes FROM body_files WHERE report_id = @id), 0))`,
  ).run({ id, projectId, contents: UNKNOWN_CONTENTS });
}
