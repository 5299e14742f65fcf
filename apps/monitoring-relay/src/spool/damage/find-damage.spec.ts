import { cpSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { SqliteDatabase } from '#sqlite';
import { silenceLog } from '../../../test/support/silence-log.ts';
import { createIncomingReport } from '../../../test/support/incoming-report.ts';
import { createTemporaryFolder } from '../../../test/support/temporary-folder.ts';
import { OrphanedSpoolFiles } from '../orphaned/orphaned-spool-files.ts';
import { requireKnownSpools } from '../opening/known-spools.ts';
import { openSpoolFile, openUnheldSpoolFiles } from '../opening/open-spool.ts';
import { SqliteSpool } from '../sqlite-spool.ts';
import { countSetAside } from './set-aside.ts';

silenceLog();

const REPORTS = 60;
const PAGE_BYTES = 4096;
const HEADER_BYTES = 32;
const FRAME_BYTES = 24 + PAGE_BYTES;

let dataDir: string;
let name: string;

const append = (spool: SqliteSpool): Promise<unknown> =>
  spool.append(createIncomingReport({ body: Buffer.from('{}') }));
const claim = (spool: SqliteSpool): Promise<unknown> => spool.claim({ maxReports: 1, maxBytes: 1 });

/**
 * Creates a spool in the state that a killed process leaves: one transaction per report, all still
 * in the log.
 */
beforeEach(async () => {
  const used = createTemporaryFolder();
  const file = openSpoolFile(used);
  const spool = new SqliteSpool(file);
  for (let report = 0; report < REPORTS; report += 1) await append(spool);
  dataDir = createTemporaryFolder();
  cpSync(used, dataDir, { recursive: true });
  ({ name } = file);
  file.close();
});

const locate = (file: string): string => join(dataDir, 'spool', name, file);

function change(file: string, write: Change): void {
  const bytes = readFileSync(locate(file));
  write(bytes);
  writeFileSync(locate(file), bytes);
}

const changeLog = (write: Change): void => change('spool.sqlite-wal', write);

const openDatabase = () => new SqliteDatabase(locate('spool.sqlite'));

function moveLogIntoFile(): void {
  const db = openDatabase();
  db.pragma('wal_checkpoint(TRUNCATE)');
  db.close();
}

function openAnew(): { name: string; reports: number } {
  const file = openSpoolFile(dataDir);
  const opened = { name: file.name, reports: new SqliteSpool(file).queuedReports };
  file.close();
  return opened;
}

const locateSetAside = (file = ''): string =>
  join(dataDir, 'damaged', readdirSync(join(dataDir, 'damaged'))[0]!, 'spool', file);
const readSetAside = (file: string): Buffer => readFileSync(locateSetAside(file));

function expectSetAside(file: string): void {
  const found = readFileSync(locate(file));
  const opened = openAnew();
  expect(opened.name).not.toBe(name);
  expect(opened.reports).toBe(0);
  expect(countSetAside(dataDir)).toBe(1);
  expect(readSetAside(file).equals(found)).toBe(true);
  expect(readSetAside(join('segments', '1')).length).toBeGreaterThan(0);
}

type Change = (bytes: Buffer) => unknown;

const changeFrame: Change = (bytes) => {
  bytes[HEADER_BYTES + Math.floor(bytes.length / FRAME_BYTES / 3) * FRAME_BYTES + 2000]! ^= 1;
};

describe('a sound spool', () => {
  it('is opened with all of its reports', () => {
    expect(openAnew()).toEqual({ name, reports: REPORTS });
    expect(existsSync(join(dataDir, 'damaged'))).toBe(false);
  });

  it.each([
    ['is cut off', (bytes: Buffer) => bytes.fill(0, bytes.length - 100)],
    ['changed', (bytes: Buffer) => (bytes[bytes.length - FRAME_BYTES + 40]! ^= 1)],
  ])('is opened although its last write %s, since no frame follows that write', (_, write) => {
    changeLog(write);
    expect(openAnew()).toEqual({ name, reports: REPORTS - 1 });
  });

  it.each([
    ['other counts', claim],
    ['another count and an unacknowledged report', append],
  ])(
    'is opened though a count of claims is missing, behind which %s reached the disk',
    async (_, write) => {
      const used = createTemporaryFolder();
      cpSync(dataDir, used, { recursive: true });
      const end = readFileSync(locate('spool.sqlite-wal')).length;
      const file = openSpoolFile(used);
      const spool = new SqliteSpool(file);
      await claim(spool);
      await claim(spool);
      await write(spool);
      cpSync(used, dataDir, { recursive: true });
      file.close();
      changeLog((bytes) => {
        expect(bytes.length).toBeGreaterThan(end + FRAME_BYTES);
        bytes.fill(0, end, end + FRAME_BYTES);
      });
      expect(openAnew()).toEqual({ name, reports: REPORTS });
    },
  );

  it('is opened with frames of an earlier round behind the end of its log', () => {
    const earlier = readFileSync(locate('spool.sqlite-wal'));
    changeLog((bytes) => {
      bytes.fill(0);
      // Changes the salts of every frame, so that they differ from those in the log's header. The
      // log looks as if SQLite has just restarted it and has not yet written a frame.
      earlier.copy(bytes);
      for (let at = HEADER_BYTES; at < bytes.length; at += FRAME_BYTES) bytes[at + 9]! ^= 1;
    });
    expect(openAnew().name).toBe(name);
    expect(countSetAside(dataDir)).toBe(0);
  });
});

describe('a spool whose log changed on the disk', () => {
  it.each([
    ['a page', changeFrame],
    ['its first page', (bytes: Buffer) => (bytes[HEADER_BYTES + 24 + 100]! ^= 1)],
    ['its header', (bytes: Buffer) => bytes.fill(0, 0, HEADER_BYTES)],
  ])('is set aside whole when the log changed in %s', (_, write) => {
    changeLog(write);
    expectSetAside('spool.sqlite-wal');
  });

  it('is set aside before its version is read, which would remove the log', () => {
    changeLog(changeFrame);
    const found = readFileSync(locate('spool.sqlite-wal'));
    requireKnownSpools(dataDir);
    expect(countSetAside(dataDir)).toBe(1);
    expect(readSetAside('spool.sqlite-wal').equals(found)).toBe(true);
  });

  it('is set aside once by a relay that looks for orphaned spools', async () => {
    changeLog(changeFrame);
    const left = new OrphanedSpoolFiles(dataDir, 'own');
    for await (const file of left.open()) throw new Error(`${file.name} was opened.`);
    expect(countSetAside(dataDir)).toBe(1);
    expect(readdirSync(join(dataDir, 'spool'))).toEqual([]);
  });

  it('is left alone as long as another process holds it', () => {
    const holder = openDatabase();
    holder.pragma('locking_mode = EXCLUSIVE');
    holder.exec('BEGIN IMMEDIATE; COMMIT');
    changeLog(changeFrame);
    expect([...openUnheldSpoolFiles(dataDir)]).toEqual([]);
    expect(existsSync(join(dataDir, 'damaged'))).toBe(false);
    holder.close();
  });
});

describe('a spool whose file is damaged', () => {
  beforeEach(moveLogIntoFile);

  const findRootPage = (table: string): number => {
    const db = openDatabase();
    const find = db.prepare('SELECT rootpage FROM sqlite_schema WHERE name = ?').pluck();
    const page = find.get(table) as number;
    db.close();
    return page;
  };

  it.each([
    ['all of it', (bytes: Buffer) => bytes.fill('damage')],
    ['its header', (bytes: Buffer) => bytes.fill('damage', 0, 100)],
    ['its end', (bytes: Buffer) => bytes.fill('damage', bytes.length - PAGE_BYTES)],
  ])('is set aside whole when %s is overwritten', (_, write) => {
    change('spool.sqlite', write);
    expectSetAside('spool.sqlite');
  });

  it.each(['reports', 'forwards', 'forwards_by_project', 'project_keys'])(
    'is set aside for a damaged page of %s, though only a later read would meet it',
    (table) => {
      const at = (findRootPage(table) - 1) * PAGE_BYTES;
      change('spool.sqlite', (bytes) => bytes.fill('damage', at, at + PAGE_BYTES));
      expectSetAside('spool.sqlite');
    },
  );

  it('is opened again once its file is replaced by a sound one and it is put back', () => {
    const sound = readFileSync(locate('spool.sqlite'));
    change('spool.sqlite', (bytes) => bytes.fill('damage', 0, 100));
    expect([...openUnheldSpoolFiles(dataDir)]).toEqual([]);
    const handedIn = join(dataDir, 'spool', 'handed-in');
    cpSync(locateSetAside(), handedIn, { recursive: true });
    writeFileSync(join(handedIn, 'spool.sqlite'), sound);
    expect(openAnew()).toEqual({ name, reports: REPORTS });
  });
});
