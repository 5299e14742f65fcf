import {
  cpSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { Logger } from '#telemetry/plain';
import { silenceLog } from '../../../test/support/silence-log.ts';
import { damageBodyOf, damagePagesOf, damageRootPage } from '../../../test/support/damage.ts';
import { createIncomingReport } from '../../../test/support/incoming-report.ts';
import { tallyInto } from '../../../test/support/tally-into.ts';
import { createTemporaryFolder } from '../../../test/support/temporary-folder.ts';
import { listSpoolFolders, openSpoolFile } from '../opening/open-spool.ts';
import type { IncomingReport } from '../ports/spool-intake.ts';
import type { SpoolFile } from '../file/spool-file.ts';
import { SqliteSpool } from '../sqlite-spool.ts';
import { countSetAside } from './set-aside.ts';

silenceLog();

const REPORTS = 300;
const ALL = { maxReports: 1000, maxBytes: Infinity };
const DAMAGE = { code: 'SQLITE_CORRUPT' };

let dataDir: string;
let file: SpoolFile;
let spool: SqliteSpool;
let lines: string[];
let ends: number;

beforeEach(async () => {
  dataDir = createTemporaryFolder();
  lines = [];
  ends = 0;
  open();
  for (let id = 1; id <= REPORTS; id += 1) await append(id);
  // Reopens the file, so that all pages are in the main file and none is in SQLite's cache.
  file.close();
  open();
  file.db.pragma('shrink_memory');
  Logger.writeTo(({ level, text }) => void lines.push(`${level}: ${text}`));
});

afterEach(() => {
  Logger.writeTo(() => undefined);
  file.close();
});

function open(): void {
  file = openSpoolFile(dataDir);
  file.watch.onOver(() => (ends += 1));
  spool = new SqliteSpool(file);
}

const nameOf = (id: number): string => `key of ${id};${'k'.repeat(30)}`;

const append = (id: number, traits: Partial<IncomingReport> = {}): Promise<number> =>
  spool.append(
    createIncomingReport({ publicKey: nameOf(id), body: Buffer.from(`{}\n${id}`), ...traits }),
  );

function damageRootOf(name: string): void {
  const find = file.db.prepare('SELECT rootpage FROM sqlite_schema WHERE name = ?').pluck();
  const page = find.get(name) as number;
  file.db.pragma('shrink_memory');
  damageRootPage(page, file.db.name);
}

function expectSetAside(): void {
  expect(countSetAside(dataDir)).toBe(1);
  expect(listSpoolFolders(dataDir)).toEqual([]);
  const [place] = readdirSync(join(dataDir, 'damaged'));
  const found = readdirSync(join(dataDir, 'damaged', place!, 'spool'));
  expect(found).toEqual(expect.arrayContaining(['segments', 'spool.sqlite', 'spool.sqlite-wal']));
}

describe('damage that a write meets', () => {
  it('refuses the write, sets the spool aside, and ends its use', async () => {
    damagePagesOf(nameOf(REPORTS), file.db.name);
    await expect(append(0)).rejects.toMatchObject({ code: 'spool.unavailable' });
    await nextTurn();
    expect(ends).toBe(1);
    await expect(append(0)).rejects.toMatchObject({ code: 'spool.unavailable' });
    expect(file.isFailing).toBe(true);
    // Consumers retry while a spool is unavailable, but must not retry on this error.
    await expect(spool.settle([1])).rejects.toMatchObject({
      message: 'The relay no longer uses this spool, because it is damaged or gone.',
    });
    expectSetAside();
    expect(lines).toEqual([
      expect.stringMatching(
        /^error: Spool \w+ is damaged and set aside in .*damaged-spools\.md says how to recover them\.$/,
      ),
    ]);
  });

  it('ends the use of the spool for any write, and keeps its log', async () => {
    damageRootOf('reports_with_tallies');
    await append(REPORTS + 1);
    const log = readFileSync(`${file.db.name}-wal`);
    const tally = { projectId: 1, publicKey: '', kind: 'error', atMs: 0, quantity: 1 } as const;
    await tallyInto(file, [{ ...tally, outcome: 'stored', reason: 'taken' }]);
    await expect(spool.queueTallies()).rejects.toMatchObject(DAMAGE);
    await nextTurn();
    expect(ends).toBe(1);
    file.close();
    expectSetAside();
    const [place] = readdirSync(join(dataDir, 'damaged'));
    const kept = readFileSync(join(dataDir, 'damaged', place!, 'spool', 'spool.sqlite-wal'));
    expect(kept.subarray(0, log.length).equals(log)).toBe(true);
  });

  it('is reported to listeners that come later, such as a starting relay', async () => {
    damagePagesOf(nameOf(REPORTS), file.db.name);
    await expect(append(0)).rejects.toMatchObject({ code: 'spool.unavailable' });
    await nextTurn();
    const kinds: string[] = [];
    file.watch.onOver(({ kind }) => void kinds.push(kind));
    expect(kinds).toEqual(['damaged']);
  });
});

describe('damage that a read meets', () => {
  it.each([
    ['a claim', 'reports', () => spool.claim(ALL)],
    ['the state of the queue', 'reports', async () => spool.getQueueState(0)],
    ['the list of settled reports', 'origins', async () => spool.listSettled()],
    [
      'the list of forwards',
      'forwards',
      async () => spool.forwards.list(1, { aboveId: 0, max: 10 }),
    ],
    [
      'the body of a report to forward',
      'body_files',
      async () => spool.forwards.readBody(REPORTS + 1),
    ],
  ])('ends the use of the spool when the read is %s', async (_, table, read) => {
    const inFile = { body: Buffer.alloc(0), spilled: { name: 'body', bytes: 1 } };
    await append(REPORTS + 1, { forwarding: 'alone', ...inFile });
    file.db.pragma('wal_checkpoint(TRUNCATE)');
    damageRootOf(table);
    await expect(read()).rejects.toMatchObject(DAMAGE);
    await nextTurn();
    expect(ends).toBe(1);
    expect(countSetAside(dataDir)).toBe(1);
  });

  it('ends the use of the spool also when it is closed at once', async () => {
    damageRootOf('origins');
    await expect((async () => spool.listSettled())()).rejects.toMatchObject(DAMAGE);
    file.close();
    expectSetAside();
  });

  it('only fails single reports where it is in their bodies', async () => {
    await append(REPORTS + 1, { body: Buffer.alloc(1000, 'x') });
    damageBodyOf('x', file.db.name);
    const failed = (await spool.claim(ALL)).filter(({ failure }) => failure);
    expect(failed.map(({ id }) => id)).toEqual([REPORTS + 1]);
    await nextTurn();
    expect(ends).toBe(0);
  });
});

describe('missing spool files', () => {
  it('end the use of the spool, and lead to another spool', async () => {
    file.watch.checkFiles();
    expect(ends).toBe(0);
    rmSync(dirname(file.db.name), { recursive: true });
    file.watch.checkFiles();
    file.watch.checkFiles();
    expect(ends).toBe(1);
    await expect(append(0)).rejects.toMatchObject({ code: 'spool.unavailable' });
    await expect(spool.probe()).rejects.toMatchObject({ code: 'spool.unavailable' });
    expect(lines).toEqual([expect.stringMatching(/^error: Files of spool \w+ are gone/)]);
    expect(countSetAside(dataDir)).toBe(0);
    const next = openSpoolFile(dataDir);
    expect(next.db.name).not.toBe(file.db.name);
    next.close();
  });

  it.each([
    ['removed', (folder: string) => rmSync(folder, { recursive: true })],
    [
      'replaced by a copy',
      (folder: string) => {
        renameSync(folder, `${folder}-before`);
        cpSync(`${folder}-before`, folder, { recursive: true });
      },
    ],
  ])('end the use of the spool also when only its segments were %s', async (_, change) => {
    await append(REPORTS + 1);
    file.watch.checkFiles();
    expect(ends).toBe(0);
    change(join(dirname(file.db.name), 'segments'));
    file.watch.checkFiles();
    expect(ends).toBe(1);
    await expect(append(0)).rejects.toMatchObject({ code: 'spool.unavailable' });
    expect(lines).toEqual([expect.stringMatching(/^error: Files of spool \w+ are gone/)]);
  });

  it('do not keep the waiting reports from being processed', async () => {
    await spool.claim({ ...ALL, maxReports: 1 });
    rmSync(dirname(file.db.name), { recursive: true });
    file.watch.checkFiles();
    const claimed = await spool.claim(ALL);
    expect(claimed).toHaveLength(REPORTS - 1);
    await spool.settle(claimed.map(({ id }) => id));
    expect(spool.queuedReports).toBe(1);
  });

  it('do not touch files that stand in their place', () => {
    const folder = dirname(file.db.name);
    rmSync(folder, { recursive: true });
    mkdirSync(folder);
    writeFileSync(file.db.name, 'of another');
    file.watch.checkFiles();
    expect(ends).toBe(1);
    expect(readdirSync(folder)).toEqual(['spool.sqlite']);
  });
});
