import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { SqliteDatabase } from '#sqlite';
import { findLostCommits } from './lost-commits.ts';

const COMMITS = 30;
const FRAME_BYTES = 24 + 4096;

describe('findLostCommits', () => {
  let folder: string;
  let dataDir: string;
  let file: string;

  /** Leaves the files as a killed process does: each commit is in the log alone. */
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'errata-spec-'));
    const used = join(folder, 'used.sqlite');
    const db = new SqliteDatabase(used);
    db.pragma('journal_mode = WAL');
    db.exec('create table numbers (n integer)');
    for (let n = 0; n < COMMITS; n += 1) db.exec(`insert into numbers values (${n})`);
    dataDir = join(folder, 'data');
    file = join(dataDir, 'errata.sqlite');
    for (const part of ['', '-wal']) cpSync(used + part, file + part);
    db.close();
  });

  afterEach(() => rmSync(folder, { recursive: true }));

  const changeLog = (write: (bytes: Buffer) => void): void => {
    const bytes = readFileSync(`${file}-wal`);
    write(bytes);
    writeFileSync(`${file}-wal`, bytes);
  };
  const changeMiddle = (bytes: Buffer): void => {
    bytes[32 + 10 * FRAME_BYTES + 2000]! ^= 1;
  };
  const countNumbers = (): unknown => {
    const db = new SqliteDatabase(file);
    const count = db.prepare('select count(*) from numbers').pluck().get();
    db.close();
    return count;
  };

  it('names the log and the document when commits before the last one cannot be read', () => {
    changeLog(changeMiddle);
    const lost = findLostCommits({ dataDir });
    expect(lost).toMatchObject({ code: 'database.damaged', level: 'error' });
    expect(lost?.message).toContain(`${file}-wal cannot be read`);
    expect(lost?.message).toContain('docs/backup.md');
    expect(countNumbers()).toBeLessThan(COMMITS);
  });

  it('finds nothing in a sound log, and loses none of its commits', () => {
    expect(findLostCommits({ dataDir })).toBeUndefined();
    expect(countNumbers()).toBe(COMMITS);
  });

  it('leaves a log alone that another process uses, or that is not there', () => {
    const other = new SqliteDatabase(file);
    other.pragma('user_version');
    changeLog(changeMiddle);
    expect(findLostCommits({ dataDir })).toBeUndefined();
    other.close();
    expect(findLostCommits({ dataDir: folder })).toBeUndefined();
  });

  it('does not look at SQLite beside PostgreSQL', () => {
    changeLog(changeMiddle);
    expect(findLostCommits({ dataDir, databaseUrl: 'postgres://localhost/x' })).toBeUndefined();
  });
});
