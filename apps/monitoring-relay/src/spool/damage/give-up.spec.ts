import * as fs from 'node:fs';
import { dirname, join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { holdLog, withLevel } from '../../../test/support/hold-log.ts';
import { silenceLog } from '../../../test/support/silence-log.ts';
import { damageBodyOf, damagePagesOf, damageRootPage } from '../../../test/support/damage.ts';
import { createIncomingReport } from '../../../test/support/incoming-report.ts';
import { tallyInto } from '../../../test/support/tally-into.ts';
import { createTemporaryFolder } from '../../../test/support/temporary-folder.ts';
import { ALL, EVERY } from '../../../test/support/use-spool.ts';
import { listSpoolFolders, openSpoolFile } from '../opening/open-spool.ts';
import type { IncomingReport } from '../ports/spool-intake.ts';
import type { SpoolFile } from '../file/spool-file.ts';
import { SqliteSpool } from '../sqlite-spool.ts';
import { countSetAside } from './set-aside.ts';

silenceLog();

const REPORTS = 300;
const UNAVAILABLE = { code: 'spool.unavailable' };
const DAMAGE = { code: 'SQLITE_CORRUPT' };

let dataDir: string;
let file: SpoolFile;
let spool: SqliteSpool;
let ends: number;

const lines = holdLog(withLevel);

beforeEach(async () => {
  dataDir = createTemporaryFolder();
  ends = 0;
  open();
  for (let id = 1; id <= REPORTS; id += 1) await append(id);
  // Reopens the file, so that all pages are in the main file and none is in SQLite's cache.
  file.close();
  open();
  file.db.pragma('shrink_memory');
});

afterEach(() => file.close());

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

async function expectEnd(): Promise<void> {
  await nextTurn();
  expect(ends).toBe(1);
}

function expectSetAside(): void {
  expect(countSetAside(dataDir)).toBe(1);
  expect(listSpoolFolders(dataDir)).toEqual([]);
  const [place] = fs.readdirSync(join(dataDir, 'damaged'));
  const found = fs.readdirSync(join(dataDir, 'damaged', place!, 'spool'));
  expect(found).toEqual(expect.arrayContaining(['segments', 'spool.sqlite', 'spool.sqlite-wal']));
}

describe('damage that a write meets', () => {
  it('refuses the write, sets the spool aside, and ends its use, also for later listeners', async () => {
    damagePagesOf(nameOf(REPORTS), file.db.name);
    await expect(append(0)).rejects.toMatchObject(UNAVAILABLE);
    await expectEnd();
    await expect(append(0)).rejects.toMatchObject(UNAVAILABLE);
    expect(file.isFailing).toBe(true);
    // Listeners may come later, such as those of a starting relay.
    const kinds: string[] = [];
    file.watch.onOver(({ kind }) => void kinds.push(kind));
    expect(kinds).toEqual(['damaged']);
    // Consumers retry while a spool is unavailable, but must not retry on this error.
    const message = 'The relay no longer uses this spool, because it is damaged or gone.';
    await expect(spool.settle([1])).rejects.toMatchObject({ message });
    expectSetAside();
    const told =
      /^error: Spool \w+ is damaged and set aside in .*-spools\.md says how to recover them\.$/;
    expect(lines).toEqual([expect.stringMatching(told)]);
  });

  it('ends the use of the spool for any write, and keeps its log', async () => {
    damageRootOf('reports_with_tallies');
    await append(REPORTS + 1);
    const log = fs.readFileSync(`${file.db.name}-wal`);
    const tally = { projectId: 1, publicKey: '', kind: 'error', atMs: 0, quantity: 1 } as const;
    await tallyInto(file, [{ ...tally, outcome: 'stored', reason: 'taken' }]);
    await expect(spool.queueTallies()).rejects.toMatchObject(DAMAGE);
    await expectEnd();
    file.close();
    expectSetAside();
    const [place] = fs.readdirSync(join(dataDir, 'damaged'));
    const kept = fs.readFileSync(join(dataDir, 'damaged', place!, 'spool', 'spool.sqlite-wal'));
    expect(kept.subarray(0, log.length).equals(log)).toBe(true);
  });
});

describe('damage that a read meets', () => {
  it.each([
    ['a claim', 'reports', () => spool.claim(ALL)],
    ['the state of the queue', 'reports', async () => spool.getQueueState(0)],
    ['the list of settled reports', 'origins', async () => spool.listSettled()],
    ['the list of forwards', 'forwards', async () => spool.forwards.list(1, EVERY)],
    ['the body of a forward', 'body_files', async () => spool.forwards.readBody(REPORTS + 1)],
  ])('ends the use of the spool when the read is %s', async (_, table, read) => {
    const inFile = { body: Buffer.alloc(0), spilled: { name: 'body', bytes: 1 } };
    await append(REPORTS + 1, { forwarding: 'alone', ...inFile });
    file.db.pragma('wal_checkpoint(TRUNCATE)');
    damageRootOf(table);
    await expect(read()).rejects.toMatchObject(DAMAGE);
    await expectEnd();
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
    fs.rmSync(dirname(file.db.name), { recursive: true });
    file.watch.checkFiles();
    file.watch.checkFiles();
    expect(ends).toBe(1);
    await expect(append(0)).rejects.toMatchObject(UNAVAILABLE);
    await expect(spool.probe()).rejects.toMatchObject(UNAVAILABLE);
    expect(lines).toEqual([expect.stringMatching(/^error: Files of spool \w+ are gone/)]);
    expect(countSetAside(dataDir)).toBe(0);
    const next = openSpoolFile(dataDir);
    expect(next.db.name).not.toBe(file.db.name);
    next.close();
  });

  it.each([
    ['removed', () => undefined],
    ['replaced by a copy', fs.cpSync],
  ])('end the use of the spool also when only its segments were %s', async (_, change) => {
    await append(REPORTS + 1);
    file.watch.checkFiles();
    expect(ends).toBe(0);
    const folder = join(dirname(file.db.name), 'segments');
    fs.renameSync(folder, `${folder}-before`);
    change(`${folder}-before`, folder, { recursive: true });
    file.watch.checkFiles();
    expect(ends).toBe(1);
    await expect(append(0)).rejects.toMatchObject(UNAVAILABLE);
    expect(lines).toEqual([expect.stringMatching(/^error: Files of spool \w+ are gone/)]);
  });

  it('do not keep the waiting reports from being processed', async () => {
    await spool.claim({ ...ALL, maxReports: 1 });
    fs.rmSync(dirname(file.db.name), { recursive: true });
    file.watch.checkFiles();
    const claimed = await spool.claim(ALL);
    expect(claimed).toHaveLength(REPORTS - 1);
    await spool.settle(claimed.map(({ id }) => id));
    expect(spool.queuedReports).toBe(1);
  });

  it('do not touch files that stand in their place', () => {
    const folder = dirname(file.db.name);
    fs.rmSync(folder, { recursive: true });
    fs.mkdirSync(folder);
    fs.writeFileSync(file.db.name, 'of another');
    file.watch.checkFiles();
    expect(ends).toBe(1);
    expect(fs.readdirSync(folder)).toEqual(['spool.sqlite']);
  });
});
