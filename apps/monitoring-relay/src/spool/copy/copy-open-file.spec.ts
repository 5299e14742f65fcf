import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { SqliteDatabase } from '#sqlite';
import { createTemporaryFolder } from '../../../test/support/temporary-folder.ts';
import { copyOpenFile } from './copy-open-file.ts';

let from: string;
let to: string;
let db: SqliteDatabase;

beforeEach(() => {
  const folder = createTemporaryFolder();
  from = join(folder, 'from.sqlite');
  to = join(folder, 'to.sqlite');
  db = new SqliteDatabase(from);
  db.pragma('locking_mode = EXCLUSIVE');
  db.pragma('journal_mode = WAL');
  db.exec('CREATE TABLE numbers (a INTEGER, b INTEGER)');
});

afterEach(() => db.close());

function insert(number: number): void {
  db.transaction(() => {
    db.prepare('INSERT INTO numbers VALUES (?, ?)').run(number, number);
    db.prepare('UPDATE numbers SET b = ?').run(number);
  });
}

const COUNTS = 'SELECT count(*) AS rows, count(DISTINCT b) AS states, max(b) AS last FROM numbers';

function readCopy(): { rows: number; states: number; last: number } {
  const copy = new SqliteDatabase(to);
  const counts = copy.prepare(COUNTS).get() as ReturnType<typeof readCopy>;
  copy.close();
  return counts;
}

describe('copyOpenFile, for a database that its owner has locked', () => {
  it('copies the last commit, whether it is in the log or not', async () => {
    for (const number of [1, 2]) insert(number);
    expect(await copyOpenFile(from, to)).toBe(true);
    expect(readCopy()).toEqual({ rows: 2, states: 1, last: 2 });
    db.pragma('wal_checkpoint(TRUNCATE)');
    expect(await copyOpenFile(from, to)).toBe(true);
    expect(readCopy()).toEqual({ rows: 2, states: 1, last: 2 });
  });

  it('leaves the database and its log unchanged', async () => {
    insert(1);
    const readAll = () => [from, `${from}-wal`].map((path) => readFileSync(path));
    const before = readAll();
    await copyOpenFile(from, to);
    expect(readAll()).toEqual(before);
    expect(statSync(`${from}-shm`, { throwIfNoEntry: false })).toBeUndefined();
  });

  it('copies a consistent state, however much is written and checkpointed meanwhile', async () => {
    db.pragma('wal_autocheckpoint = 200');
    let number = 0;
    let copies = 0;
    while (copies < 20) {
      const copying = copyOpenFile(from, to);
      const first = number;
      const endings: boolean[] = [];
      void copying.then((isCopied) => endings.push(isCopied));
      while (endings.length === 0) {
        // More inserts would restart the write-ahead log during each copy on a slow disk.
        if (number < first + 30) insert((number += 1));
        await new Promise(setImmediate);
      }
      if (!endings[0]) continue;
      copies += 1;
      const { rows, states, last } = readCopy();
      expect(states).toBeLessThanOrEqual(1);
      expect(rows).toBe(last ?? 0);
      expect(rows).toBeGreaterThanOrEqual(first);
    }
  });

  it('says that it failed when the log began anew meanwhile', async () => {
    insert(1);
    const copying = copyOpenFile(from, to);
    db.pragma('wal_checkpoint(RESTART)');
    insert(2);
    expect(await copying).toBe(false);
  });

  it('removes an old log beside its target', async () => {
    insert(1);
    db.pragma('wal_checkpoint(TRUNCATE)');
    writeFileSync(`${to}-wal`, 'of an earlier attempt');
    expect(await copyOpenFile(from, to)).toBe(true);
    expect(readCopy().rows).toBe(1);
  });
});
