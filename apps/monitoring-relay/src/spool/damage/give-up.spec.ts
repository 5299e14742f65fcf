import {
  cpSync,
  existsSync,
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
import { damageBodyOf, damagePagesOf, damageRootPage } from '../../../test/support/damage.ts';
import { createIncomingReport } from '../../../test/support/incoming-report.ts';
import { silenceLog } from '../../../test/support/quiet-log.ts';
import { tallyInto } from '../../../test/support/tally-into.ts';
import { createTemporaryFolder } from '../../../test/support/temporary-folder.ts';
import { Logger } from '../../logging/logger.ts';
import { openSpoolFile, openUnheldSpoolFiles } from '../open-spool.ts';
import type { IncomingReport } from '../spool.ts';
import type { SpoolFile } from '../spool-file.ts';
import { SqliteSpool } from '../sqlite-spool.ts';
import { countSetAside } from './set-aside.ts';

silenceLog();

const REPORTS = 300;
const ALL = { maxReports: 1000, maxBytes: Infinity };
/** Of how many rows one page has, at most. */
const ROWS_A_PAGE = 60;
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
  // All of it is in the main file, and nothing in memory.
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

/** What another opening finds, as bodies. */
async function readAnew(): Promise<string[]> {
  const [next] = openUnheldSpoolFiles(dataDir);
  if (!next) return [];
  try {
    return (await new SqliteSpool(next).claim(ALL)).map(({ body }) => String(body).slice(3));
  } finally {
    next.close();
  }
}

const names = (from: number, to: number): string[] =>
  Array.from({ length: to - from + 1 }, (_, index) => String(from + index));

describe('damage that a write meets', () => {
  it('refuses that, and has what can be read stand in its place, where it takes no more', async () => {
    damagePagesOf(nameOf(REPORTS), file.db.name);
    await expect(append(0)).rejects.toMatchObject({ code: 'spool.unavailable' });
    await nextTurn();
    expect(ends).toBe(1);
    await expect(append(0)).rejects.toMatchObject({ code: 'spool.unavailable' });
    expect(file.isFailing).toBe(true);
    // Whoever takes reports out waits for a spool that is away, and not for this one.
    await expect(spool.settle([1])).rejects.toMatchObject({ message: 'The spool was given up.' });
    const left = await readAnew();
    expect(left).toEqual(names(1, left.length));
    expect(left.length).toBeGreaterThan(REPORTS - ROWS_A_PAGE);
    expect(countSetAside(dataDir)).toBe(1);
    expect(lines).toEqual([
      expect.stringMatching(
        new RegExp(`^error: Spool \\w+ is damaged and set aside .* ${left.length} reports`),
      ),
    ]);
  });

  it('ends with what had been kept before it, whichever write met it', async () => {
    damageRootOf('reports_with_tallies');
    await append(REPORTS + 1);
    const tally = { projectId: 1, publicKey: '', kind: 'error', atMs: 0, quantity: 1 } as const;
    await tallyInto(file, [{ ...tally, outcome: 'stored', reason: 'taken' }]);
    await expect(spool.queueTallies()).rejects.toMatchObject(DAMAGE);
    await nextTurn();
    expect(ends).toBe(1);
    expect(await readAnew()).toEqual(names(1, REPORTS + 1));
  });

  it('is told to who asks after it, as a relay that was still starting', async () => {
    damagePagesOf(nameOf(REPORTS), file.db.name);
    await expect(append(0)).rejects.toMatchObject({ code: 'spool.unavailable' });
    await nextTurn();
    const kinds: string[] = [];
    file.watch.onOver(({ kind }) => void kinds.push(kind));
    expect(kinds).toEqual(['damaged']);
  });

  it('is met before it, over a report that is kept aside', async () => {
    damagePagesOf(nameOf(REPORTS), file.db.name);
    await expect(spool.fail(REPORTS, { reason: 'It is odd.', outcomes: [] })).rejects.toMatchObject(
      { code: 'spool.unavailable' },
    );
    await nextTurn();
    expect(ends).toBe(1);
  });

  it('blames no report that was handed out', async () => {
    file.mark.write({ ids: [1], lone: { id: 1, times: 5 } });
    damagePagesOf(nameOf(REPORTS), file.db.name);
    await expect(append(0)).rejects.toMatchObject({ code: 'spool.unavailable' });
    await nextTurn();
    // What was handed out before is still in work.
    file.mark.write({ ids: [1], lone: { id: 1, times: 6 } });
    const [next] = openUnheldSpoolFiles(dataDir);
    expect(next!.mark.read()).toEqual({ ids: [] });
    next!.mark.write({ ids: [2] });
    file.mark.clear();
    expect(next!.mark.read()).toEqual({ ids: [2] });
    next!.close();
  });
});

describe('damage that a read meets', () => {
  it.each([
    ['handing out', 'reports', () => spool.claim(ALL)],
    ['the state of the queue', 'reports', async () => spool.getQueueState(0)],
    ['what is settled', 'origins', async () => spool.listSettled()],
    ['failed reports', 'failed_reports', async () => spool.listFailed()],
    ['a body that is owed', 'body_files', async () => spool.forwards.readBody(REPORTS + 1)],
  ])('ends it: %s', async (_, table, read) => {
    const inFile = { body: Buffer.alloc(0), spilled: { name: 'body', bytes: 1 } };
    await append(REPORTS + 1, { owed: 'alone', ...inFile });
    file.db.pragma('wal_checkpoint(TRUNCATE)');
    damageRootOf(table);
    await expect(read()).rejects.toMatchObject(DAMAGE);
    await nextTurn();
    expect(ends).toBe(1);
    expect(countSetAside(dataDir)).toBe(1);
  });

  it('ends one that is closed at once, too', async () => {
    damageRootOf('origins');
    await expect((async () => spool.listSettled())()).rejects.toMatchObject(DAMAGE);
    file.close();
    expect(countSetAside(dataDir)).toBe(1);
    expect(await readAnew()).toEqual(names(1, REPORTS));
  });

  it('does not where single reports have it: they alone are kept aside', async () => {
    await append(REPORTS + 1, { body: Buffer.alloc(1000, 'x') });
    damageBodyOf('x', file.db.name);
    expect(await spool.claim(ALL)).toHaveLength(REPORTS);
    await nextTurn();
    expect(ends).toBe(0);
    expect(await spool.listFailed()).toHaveLength(1);
  });

  it('does not where it is what is owed: that is mended', async () => {
    await append(REPORTS + 1, { owed: 'alone' });
    file.db.pragma('wal_checkpoint(TRUNCATE)');
    damageRootOf('forwards');
    await append(REPORTS + 2, { owed: 'alone' });
    await nextTurn();
    expect(ends).toBe(0);
    expect(existsSync(join(dataDir, 'damaged'))).toBe(false);
  });
});

describe('a log that changes while the spool is used', () => {
  it('costs none of the reports behind the change', async () => {
    for (let id = REPORTS + 1; id <= REPORTS + 40; id += 1) await append(id);
    const log = `${file.db.name}-wal`;
    const bytes = readFileSync(log);
    // Of a page that later frames have again.
    bytes[32 + 24 + 2000]! ^= 1;
    writeFileSync(log, bytes);
    damageRootOf('failed_reports');
    await expect((async () => spool.listFailed())()).rejects.toMatchObject(DAMAGE);
    await nextTurn();
    expect(await readAnew()).toEqual(names(1, REPORTS + 40));
  });
});

describe('files that are gone', () => {
  it('end it, and another is made', async () => {
    file.watch.look();
    expect(ends).toBe(0);
    rmSync(dirname(file.db.name), { recursive: true });
    file.watch.look();
    file.watch.look();
    expect(ends).toBe(1);
    await expect(append(0)).rejects.toMatchObject({ code: 'spool.unavailable' });
    await expect(spool.probe()).rejects.toMatchObject({ code: 'spool.unavailable' });
    expect(lines).toEqual([expect.stringMatching(/^error: The files of spool \w+ are gone/)]);
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
  ])('end it as well where those of bodies alone were %s', async (_, change) => {
    await append(REPORTS + 1);
    file.watch.look();
    expect(ends).toBe(0);
    change(join(dirname(file.db.name), 'segments'));
    file.watch.look();
    expect(ends).toBe(1);
    await expect(append(0)).rejects.toMatchObject({ code: 'spool.unavailable' });
    expect(lines).toEqual([expect.stringMatching(/^error: The bodies of spool \w+ are gone/)]);
    // It is this spool that is opened next: what it has handed out is said to it until then.
    const { mark } = file;
    mark.write({ ids: [1] });
    expect(mark.read().ids).toEqual([1]);
  });

  it('have what waits in them be processed all the same', async () => {
    // The segment that was read last is open.
    await spool.claim({ ...ALL, maxReports: 1 });
    rmSync(dirname(file.db.name), { recursive: true });
    file.watch.look();
    const claimed = await spool.claim(ALL);
    expect(claimed).toHaveLength(REPORTS - 1);
    await spool.settle(claimed.map(({ id }) => id));
    expect(spool.queuedReports).toBe(1);
  });

  it('leave what stands in their place alone', () => {
    const folder = dirname(file.db.name);
    rmSync(folder, { recursive: true });
    mkdirSync(folder);
    writeFileSync(file.db.name, 'of another');
    writeFileSync(join(folder, 'claims.json'), 'of another');
    file.watch.look();
    expect(ends).toBe(1);
    expect(readdirSync(folder)).toEqual(['claims.json', 'spool.sqlite']);
  });
});
