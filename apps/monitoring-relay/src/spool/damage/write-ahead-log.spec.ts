import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { SqliteDatabase } from '#sqlite';
import { createTemporaryFolder } from '../../../test/support/temporary-folder.ts';
import { mendLog } from './write-ahead-log.ts';

const PAGE_BYTES = 4096;
const FRAME_BYTES = 24 + PAGE_BYTES;
const ROWS = 40;

let folder: string;
let log: Buffer;

/** A database whose main file is empty but for its first page: all rows are in the log, one a transaction. */
beforeEach(() => {
  folder = createTemporaryFolder();
  const path = join(folder, 'made.sqlite');
  const db = new SqliteDatabase(path);
  db.pragma('journal_mode = WAL');
  db.pragma('wal_autocheckpoint = 0');
  db.exec('CREATE TABLE notes (id INTEGER PRIMARY KEY, text TEXT)');
  const add = db.prepare('INSERT INTO notes (text) VALUES (?)');
  for (let row = 0; row < ROWS; row += 1) add.run(`${row}`.repeat(300));
  // As a process leaves them that is killed.
  copyFileSync(path, join(folder, 'left.sqlite'));
  log = readFileSync(`${path}-wal`);
  db.close();
});

/** What SQLite reads of the database with that log. */
function countRows(withLog: Buffer): number | undefined {
  const path = join(folder, 'read.sqlite');
  copyFileSync(join(folder, 'left.sqlite'), path);
  writeFileSync(`${path}-wal`, withLog);
  const db = new SqliteDatabase(path);
  try {
    expect(db.pragma('integrity_check')).toBe('ok');
    return db.prepare('SELECT count(*) FROM notes').pluck().get() as number;
  } catch {
    return undefined;
  } finally {
    db.close();
  }
}

function flip(at: number): Buffer {
  const changed = Buffer.from(log);
  changed[at]! ^= 0x10;
  return changed;
}

const frame = (index: number): number => 32 + index * FRAME_BYTES;

describe('mendLog', () => {
  it('finds nothing in a log as SQLite made it', () => {
    expect(countRows(log)).toBe(ROWS);
    expect(mendLog(log, PAGE_BYTES)).toBeUndefined();
  });

  it.each([
    ['a salt', 9],
    ['a checksum', 17],
    ['a page', 24 + 4000],
  ])('has all rows read when a bit of %s changed in the midst of it', (_what, at) => {
    const changed = flip(frame(Math.floor(log.length / FRAME_BYTES / 3)) + at);
    expect(countRows(changed)).not.toBe(ROWS);
    const mended = mendLog(changed, PAGE_BYTES)!;
    expect(countRows(mended)).toBe(ROWS);
    expect(mendLog(mended, PAGE_BYTES)).toBeUndefined();
  });

  it.each([0, 5, 9, 17, 25])('has all rows read when byte %s of its header changed', (at) => {
    const changed = flip(at);
    expect(countRows(changed)).not.toBe(ROWS);
    expect(countRows(mendLog(changed, PAGE_BYTES)!)).toBe(ROWS);
  });

  it('takes a last write that was cut off for nothing else', () => {
    const cut = log.subarray(0, log.length - 100);
    expect(mendLog(cut, PAGE_BYTES)).toBeUndefined();
    const frames = Math.floor(log.length / FRAME_BYTES);
    expect(mendLog(flip(frame(frames - 1) + 40), PAGE_BYTES)).toBeUndefined();
  });

  it('does not bring back a last write that was cut off behind the damage', () => {
    const frames = Math.floor(log.length / FRAME_BYTES);
    const changed = flip(frame(3) + 2000);
    changed[frame(frames - 1) + 40]! ^= 0x10;
    const mended = mendLog(changed, PAGE_BYTES)!;
    expect(mended.length).toBeLessThan(log.length);
    expect(countRows(mended)).toBe(ROWS - 1);
  });

  it('leaves alone what a log has of an earlier round behind its end', () => {
    const older = Buffer.from(log);
    // A round that begins anew has other salts, and is shorter.
    const db = new SqliteDatabase(join(folder, 'made.sqlite'));
    db.exec('INSERT INTO notes (text) VALUES (1)');
    const newer = readFileSync(join(folder, 'made.sqlite-wal'));
    db.close();
    newer.copy(older);
    expect(mendLog(older, PAGE_BYTES)).toBeUndefined();
  });

  it.each([0, 31, 100])('finds nothing in %s bytes', (bytes) => {
    expect(mendLog(log.subarray(0, bytes), PAGE_BYTES)).toBeUndefined();
  });
});
