import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { SqliteDatabase } from '#sqlite';
import { damagePagesOf, damageRootPage } from '../../../test/support/damage.ts';
import { createIncomingReport } from '../../../test/support/incoming-report.ts';
import { openSpool } from '../../../test/support/opened-spool.ts';
import { silenceLog } from '../../../test/support/quiet-log.ts';
import { createTemporaryFolder } from '../../../test/support/temporary-folder.ts';
import { Logger } from '../../logging/logger.ts';
import type { IncomingReport } from '../spool.ts';
import type { SpoolFile } from '../spool-file.ts';
import type { SqliteSpool } from '../sqlite-spool.ts';

silenceLog();

const REPORTS = 300;
/** In the middle of the table, and on none of its last pages. */
const DAMAGED_ID = 150;
const EVERY = { aboveId: 0, max: 1000 };

let folder: string;
let file: SpoolFile;
let spool: SqliteSpool;
let lines: string[];

function open(): void {
  ({ file, spool } = openSpool(folder));
}

beforeEach(async () => {
  folder = createTemporaryFolder();
  lines = [];
  open();
  for (let id = 1; id <= REPORTS; id += 1) await append(id);
  // All of it is in the main file, and nothing in memory.
  file.close();
  open();
  file.db.pragma('shrink_memory');
  Logger.writeTo(({ text }) => void lines.push(text));
});

afterEach(() => file.close());

const nameOf = (id: number): string => `key of ${id};${'k'.repeat(30)}`;

const append = (id: number, traits: Partial<IncomingReport> = {}): Promise<number> =>
  spool.append(
    createIncomingReport({
      projectId: (id % 3) + 1,
      publicKey: nameOf(id),
      receivedAtMs: id,
      owed: 'alone',
      body: Buffer.from(`body of ${id}`),
      ...traits,
    }),
  );

const damage = (id = DAMAGED_ID): void => damagePagesOf(nameOf(id), file.db.name);

function damageIndex(): void {
  const find = "SELECT rootpage FROM sqlite_schema WHERE name = 'forwards_by_project'";
  damageRootPage(file.db.prepare(find).pluck().get() as number, file.db.name);
}

function read(id: number): string | undefined {
  const body = spool.forwards.readBody(id);
  return body && 'bytes' in body ? String(body.bytes) : undefined;
}

/** Of all projects, in the order of their ids. */
const listOwed = () =>
  [1, 2, 3]
    .flatMap((projectId) => spool.forwards.list(projectId, EVERY))
    .toSorted((a, b) => a.id - b.id);

const listLost = () => listOwed().filter(({ id }) => read(id) === undefined);

function expectTheOthers(): void {
  const owed = listOwed();
  expect(owed.map(({ id, projectId }) => [id, projectId])).toEqual(
    Array.from({ length: REPORTS }, (_, index) => [index + 1, ((index + 1) % 3) + 1]),
  );
  const lost = new Set(listLost().map(({ id }) => id));
  expect(lost.size).toBeLessThan(60);
  expect(lost).toContain(DAMAGED_ID);
  for (const { id, publicKey } of owed.filter((report) => !lost.has(report.id))) {
    expect([read(id), publicKey]).toEqual([`body of ${id}`, nameOf(id)]);
  }
}

describe('what is owed, with a page of it damaged', () => {
  it('is there without what cannot be read, which has lost its body, when it is opened', () => {
    file.close();
    damage();
    open();
    expectTheOthers();
    expect(spool.forwards.amount.reports).toBe(REPORTS);
    expect(lines).toEqual([expect.stringMatching(/of 300 reports \d\d cannot be read\.$/)]);
  });

  it('is when it is read', () => {
    damage();
    expectTheOthers();
    expect(lines).toHaveLength(1);
  });

  it('is mended once', () => {
    damage();
    expectTheOthers();
    file.close();
    open();
    expectTheOthers();
    expect(lines).toHaveLength(1);
  });

  it('can be settled, counted as what nobody knows, and gives back the disk', async () => {
    damage();
    const ids = Array.from({ length: REPORTS }, (_, index) => index + 1);
    const contents: unknown[] = [];
    const gone = await spool.forwards.settle(ids, (report) => {
      if (report.publicKey === '') contents.push(report.contents, report.receivedAtMs > 100);
      return [];
    });
    expect(gone).toHaveLength(REPORTS);
    expect(contents.slice(0, 2)).toEqual([{ kept: {}, passed: { unknown: 1 } }, true]);
    expect(spool.forwards.amount).toEqual({ reports: 0, bytes: 0 });
    expect([...file.owed.bySegment]).toEqual([]);
    expect(file.segments.countRows(1)).toBe(0);
  });

  it('takes what comes, also on the page that is damaged', async () => {
    damage(REPORTS);
    expect(await append(REPORTS + 1)).toBe(REPORTS + 1);
    expect(read(REPORTS + 1)).toBe(`body of ${REPORTS + 1}`);
    expect(spool.forwards.amount.reports).toBe(REPORTS + 1);
  });
});

describe('what is owed, with a row that lacks what none may', () => {
  it('is there without that, which has lost its body', () => {
    file.close();
    changeSchema(' NOT NULL', '');
    const db = new SqliteDatabase(file.db.name);
    db.exec('UPDATE forwards SET received_at_ms = NULL WHERE id = 1');
    db.close();
    changeSchema('received_at_ms INTEGER', 'received_at_ms INTEGER NOT NULL');
    damage();
    open();
    expectTheOthers();
    expect(listLost()[0]).toMatchObject({ id: 1 });
  });
});

/** Of the table, as SQLite takes it from the next opening on. */
function changeSchema(from: string, to: string): void {
  const db = new SqliteDatabase(file.db.name, { defensive: false });
  db.pragma('writable_schema = ON');
  const change = db.prepare('UPDATE sqlite_schema SET sql = replace(sql, ?, ?) WHERE name = ?');
  change.run(from, to, 'forwards');
  db.close();
}

describe('what is owed, with its index damaged', () => {
  it('is there, all of it', () => {
    damageIndex();
    expect(listOwed()).toHaveLength(REPORTS);
    expect(listLost()).toEqual([]);
  });

  it('is as far as it can be read when its table is, too', () => {
    damageIndex();
    damage();
    const owed = listOwed();
    expect(owed.length).toBeGreaterThan(REPORTS - 60);
    expect(owed.length).toBeLessThan(REPORTS);
    expect(owed.map(({ id }) => read(id))).toEqual(owed.map(({ id }) => `body of ${id}`));
  });
});

describe('a damaged page of something else', () => {
  it('is told as what it is, and what is owed stays as it is', async () => {
    const root = "SELECT rootpage FROM sqlite_schema WHERE name = 'tallies'";
    damageRootPage(file.db.prepare(root).pluck().get() as number, file.db.name);
    const outcome = { outcome: 'forwarded', reason: 'sent', kind: 'session', quantity: 1 } as const;
    const counted = { ...outcome, projectId: 1, publicKey: 'k', atMs: 0 };
    await expect(spool.forwards.settle([1], () => [counted])).rejects.toMatchObject({
      code: 'spool.unavailable',
    });
    expect(lines).toEqual([]);
    expect(listOwed()).toHaveLength(REPORTS);
  });
});
