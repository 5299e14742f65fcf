import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { SqliteDatabase } from '#sqlite';
import type { ReportIdentity } from '#persistence';
import { firstSpoolVersion } from '../../../test/support/first-spool-version.ts';
import { createIncomingReport } from '../../../test/support/incoming-report.ts';
import { openSpool } from '../../../test/support/opened-spool.ts';
import { silenceLog } from '../../../test/support/quiet-log.ts';
import { tallyInto } from '../../../test/support/tally-into.ts';
import { createTemporaryFolder } from '../../../test/support/temporary-folder.ts';
import type { IncomingReport } from '../ports/spool-intake.ts';
import { SpoolBodies } from '../bodies/spool-bodies.ts';
import type { SpoolFile } from '../file/spool-file.ts';
import type { SqliteSpool } from '../sqlite-spool.ts';
import { SpoolCopy } from './spool-copy.ts';

silenceLog();

const ALL = { maxReports: 1000, maxBytes: Infinity };

let folder: string;
let target: string;
let file: SpoolFile;
let spool: SqliteSpool;
let copy: SpoolCopy;
/** By id, what the database has recorded. */
let recorded: Set<number>;

beforeEach(() => {
  folder = createTemporaryFolder();
  target = createTemporaryFolder();
  ({ file, spool } = openSpool(folder));
  copy = new SpoolCopy('one', folder, target);
  recorded = new Set();
});

afterEach(() => file.close());

const append = (text: string): Promise<number> =>
  spool.append(createIncomingReport({ body: Buffer.from(text) }));
async function take(of = copy): Promise<void> {
  await of.takeRows();
  await of.copyBodies();
}

const findRecorded = async (reports: readonly ReportIdentity[]) =>
  reports.filter(({ id }) => recorded.has(id));
const tally = () =>
  tallyInto(file, [
    {
      projectId: 1,
      publicKey: 'abc',
      outcome: 'filtered',
      reason: 'kind',
      kind: 'session',
      atMs: 0,
      quantity: 1,
    },
  ]);

async function spill(bytes: number, traits: Partial<IncomingReport> = {}): Promise<number> {
  const bodyFile = new SpoolBodies(file.bodiesFolder).begin(() => undefined);
  bodyFile.write([Buffer.alloc(bytes, 'x')]);
  const spilled = await bodyFile.finish();
  return spool.append(createIncomingReport({ body: Buffer.alloc(0), spilled, ...traits }));
}

/** As processing does; then the segment is written over. */
async function settle(id: number, next = 'of another'): Promise<void> {
  recorded.add(id);
  await spool.settle([id]);
  await append(next);
}

/** What a relay finds that opens the copy. */
async function readCopy(): Promise<{ bodies: string[]; failed: string[] }> {
  const opened = openSpool(target);
  try {
    const reports = await opened.spool.claim(ALL);
    const failed = await opened.spool.listFailed({ maxReports: 10, maxBytes: 1000 }, []);
    return {
      bodies: reports.map(({ body }) => String(body)),
      failed: failed.map(({ reason }) => reason),
    };
  } finally {
    opened.file.close();
  }
}

describe('the copy of a spool', () => {
  it('has what waits in it, and what failed, with bodies wherever they are', async () => {
    await append('one');
    const failing = await append('two');
    await spool.fail(failing, { reason: 'It was bad.', outcomes: [] });
    await spill(2_000_000);
    await take();
    expect(await copy.agreesWith(findRecorded)).toBe('good');
    expect(copy.finish()).toEqual({ version: expect.any(Number), queued: 2, owed: 0 });
    const { bodies, failed } = await readCopy();
    expect([bodies, failed]).toEqual([['one', ''], ['It was bad.']]);
    expect(readdirSync(join(target, 'bodies'))).toHaveLength(1);
  });

  it('leaves out a report that was settled before its body was copied', async () => {
    const id = await append('one');
    await copy.takeRows();
    await settle(id);
    await copy.copyBodies();
    expect(await copy.agreesWith(findRecorded)).toBe('good');
    expect(copy.finish().queued).toBe(0);
    expect(await readCopy()).toEqual({ bodies: [], failed: [] });
  });

  it('leaves out a report whose file was removed with it', async () => {
    const id = await spill(1000);
    await copy.takeRows();
    recorded.add(id);
    await spool.settle([id]);
    await copy.copyBodies();
    expect(await copy.agreesWith(findRecorded)).toBe('good');
    expect(copy.finish().queued).toBe(0);
    expect(readdirSync(join(target, 'bodies'))).toEqual([]);
  });

  it('is torn when the database does not have what went, and whole with the next round', async () => {
    const id = await append('one');
    await copy.takeRows();
    await spool.fail(id, { reason: 'It was bad.', outcomes: [] });
    await append('of another');
    await copy.copyBodies();
    expect(await copy.agreesWith(findRecorded)).toBe('torn');
    await take();
    expect(await copy.agreesWith(findRecorded)).toBe('good');
    copy.finish();
    expect(await readCopy()).toEqual({ bodies: ['of another'], failed: ['It was bad.'] });
  });

  it('goes on in the next round with what came meanwhile', async () => {
    for (const text of ['one', 'two']) await append(text);
    await take();
    recorded.add(1);
    await spool.settle([1]);
    await append('three');
    await take();
    expect(await copy.agreesWith(findRecorded)).toBe('good');
    copy.finish();
    expect(await readCopy()).toEqual({ bodies: ['two', 'three'], failed: [] });
  });

  it('has a damaged report as it is', async () => {
    await append('one');
    await append('two');
    const segment = join(folder, 'segments', readdirSync(join(folder, 'segments'))[0]!);
    writeFileSync(segment, 'damage');
    await take();
    expect(await copy.agreesWith(findRecorded)).toBe('torn');
    await take();
    expect(await copy.agreesWith(findRecorded)).toBe('good');
    expect(copy.finish().queued).toBe(2);
    const { bodies, failed } = await readCopy();
    expect(bodies).toEqual([]);
    expect(failed).toEqual(Array.from({ length: 2 }, () => expect.stringContaining('damaged')));
  });

  it('agrees when a report failed while it was copied: it fails again, and counts once', async () => {
    const id = await append('one');
    await take();
    await spool.fail(id, { reason: 'It was bad.', outcomes: [] });
    expect(await copy.agreesWith(findRecorded)).toBe('good');
  });

  it('does not agree when what was counted went on its way while it was copied', async () => {
    await tally();
    await take();
    expect(await copy.agreesWith(findRecorded)).toBe('good');
    await spool.queueTallies();
    expect(await copy.agreesWith(findRecorded)).toBe('uncounted');
  });

  it('agrees while what was counted waits behind counts that are on their way', async () => {
    await tally();
    await spool.queueTallies();
    await tally();
    await take();
    await append('one');
    expect(await copy.agreesWith(findRecorded)).toBe('good');
    recorded.add(1);
    expect(await copy.agreesWith(findRecorded)).toBe('uncounted');
  });

  it('has segments and files for its own reports alone', async () => {
    const large = 'x'.repeat(9 * 1024 * 1024);
    for (const text of [large, 'one', large]) await append(text);
    const spilled = await spill(1000);
    await take();
    expect(readdirSync(join(target, 'segments')).toSorted()).toEqual(['1', '2']);
    await spool.settle([1, 2, spilled]);
    await take();
    copy.finish();
    expect(readdirSync(join(target, 'segments'))).toEqual(['2']);
    expect(readdirSync(join(target, 'bodies'))).toEqual([]);
    expect((await readCopy()).bodies).toEqual([large]);
  });

  it('is made of a spool of version 1, which knew no segments', async () => {
    const old = createTemporaryFolder();
    const db = new SqliteDatabase(join(old, 'spool.sqlite'));
    db.pragma('journal_mode = WAL');
    db.exec(firstSpoolVersion);
    db.exec("INSERT INTO reports VALUES (1, 'aa', 1, NULL, 0, 'old')");
    const ofOld = new SpoolCopy('old', old, target);
    await take(ofOld);
    expect(await ofOld.agreesWith(findRecorded)).toBe('good');
    expect(ofOld.finish()).toEqual({ version: 1, queued: 1, owed: 0 });
    db.close();
    expect((await readCopy()).bodies).toEqual(['old']);
  });

  it('is one of nothing where a spool was just being made', async () => {
    const made = createTemporaryFolder();
    writeFileSync(join(made, 'spool.sqlite'), '');
    const ofMade = new SpoolCopy('made', made, target);
    await take(ofMade);
    expect(await ofMade.agreesWith(findRecorded)).toBe('good');
    expect(ofMade.finish()).toEqual({ version: 0, queued: 0, owed: 0 });
    rmSync(join(target, 'spool.sqlite'));
  });
});

const SESSION = { kept: {}, filtered: {}, passed: { session: 1 } };

const owe = (text: string, traits: Partial<IncomingReport> = {}): Promise<number> =>
  spool.append(createIncomingReport({ body: Buffer.from(text), owed: 'also', ...traits }));

const settleOwed = (id: number) => spool.forwards.settle([id], () => []);

async function settleAll(id: number): Promise<void> {
  await settleOwed(id);
  await settle(id);
}

/** By id, what a relay that opens the copy sends on; undefined of what it cannot read. */
function readOwed(): [number, string | undefined][] {
  const opened = openSpool(target);
  try {
    return opened.spool.forwards.list(1, { aboveId: 0, max: 100 }).map(({ id }) => {
      const body = opened.spool.forwards.readBody(id);
      const bytes = body && ('file' in body ? readFileSync(body.file) : body.bytes);
      return [id, bytes && String(bytes)];
    });
  } finally {
    opened.file.close();
  }
}

describe('the copy of a spool that owes reports to other services', () => {
  it('has them with bodies wherever they are, processed or not', async () => {
    await owe('waits for both');
    const processed = await owe('is processed');
    recorded.add(processed);
    await spool.settle([processed]);
    await owe('alone', { owed: 'alone' });
    const inFile = await spill(3, { owed: 'also' });
    recorded.add(inFile);
    await spool.settle([inFile]);
    await take();
    expect(await copy.agreesWith(findRecorded)).toBe('good');
    expect(copy.finish()).toEqual({ version: expect.any(Number), queued: 1, owed: 4 });
    expect(readOwed()).toEqual([
      [1, 'waits for both'],
      [2, 'is processed'],
      [3, 'alone'],
      [4, 'xxx'],
    ]);
    expect((await readCopy()).bodies).toEqual(['waits for both']);
  });

  it('is read in parts, as long as either queue is', async () => {
    const texts = Array.from({ length: 450 }, (_, index) => `report ${index}`);
    for (const [index, text] of texts.entries()) {
      await owe(text, index % 2 === 0 ? {} : { owed: 'alone' });
    }
    await take();
    expect(await copy.agreesWith(findRecorded)).toBe('good');
    expect(copy.finish()).toMatchObject({ queued: 225, owed: 450 });
    const opened = openSpool(target);
    const owed = opened.spool.forwards.list(1, { aboveId: 0, max: 1000 });
    const bodies = owed.map(({ id }) => opened.spool.forwards.readBody(id));
    opened.file.close();
    expect(bodies).toEqual(texts.map((text) => ({ bytes: Buffer.from(text) })));
  });

  it('leaves out what was settled before its body was copied, in segments and files', async () => {
    const [placed, inFile] = [await owe('one'), await spill(1000, { owed: 'also' })];
    await copy.takeRows();
    recorded.add(inFile);
    await settleOwed(inFile);
    await spool.settle([inFile]);
    await settleAll(placed);
    await copy.copyBodies();
    expect(await copy.agreesWith(findRecorded)).toBe('good');
    expect(copy.finish()).toMatchObject({ queued: 0, owed: 0 });
    expect(readOwed()).toEqual([]);
    expect(await readCopy()).toEqual({ bodies: [], failed: [] });
    expect(readdirSync(join(target, 'bodies'))).toEqual([]);
  });

  it('keeps what was settled after its body was copied: it is sent again', async () => {
    const id = await owe('one');
    await take();
    await settleAll(id);
    expect(await copy.agreesWith(findRecorded)).toBe('good');
    expect(copy.finish()).toMatchObject({ queued: 1, owed: 1 });
    expect(readOwed()).toEqual([[id, 'one']]);
  });

  it('has a body that is damaged as it is', async () => {
    const [placed, inFile] = [await owe('one'), await spill(1000, { owed: 'also' })];
    for (const id of [placed, inFile]) recorded.add(id);
    await spool.settle([placed, inFile]);
    const [segment] = readdirSync(join(folder, 'segments')) as [string];
    writeFileSync(join(folder, 'segments', segment), 'damage');
    const [body] = readdirSync(join(folder, 'bodies')) as [string];
    writeFileSync(join(folder, 'bodies', body), 'cut');
    await take();
    expect(await copy.agreesWith(findRecorded)).toBe('good');
    expect(copy.finish()).toMatchObject({ queued: 0, owed: 2 });
    expect(readOwed()).toEqual([
      [placed, undefined],
      [inFile, undefined],
    ]);
  });

  it('does not agree when what is counted was settled while it was copied', async () => {
    const id = await owe('one', { contents: SESSION });
    await take();
    await settleOwed(id);
    await append('another');
    expect(await copy.agreesWith(findRecorded)).toBe('uncounted');
  });

  it('does not agree either when that is gone: its count may be in neither', async () => {
    const id = await owe('one', { owed: 'alone', contents: SESSION });
    await copy.takeRows();
    await settleOwed(id);
    await append('another');
    await copy.copyBodies();
    expect(await copy.agreesWith(findRecorded)).toBe('uncounted');
    await take();
    expect(await copy.agreesWith(findRecorded)).toBe('good');
  });

  it('agrees with itself where there is no database', async () => {
    const id = await owe('one', { owed: 'alone', contents: SESSION });
    await copy.takeRows();
    await settleOwed(id);
    await owe('of another', { owed: 'alone' });
    await copy.copyBodies();
    expect(await copy.agreesWith()).toBe('good');
    expect(copy.finish()).toMatchObject({ queued: 0, owed: 0 });
  });

  it('is torn without a database when a queued report is gone: nothing else has it', async () => {
    const id = await append('one');
    await copy.takeRows();
    await spool.fail(id, { reason: 'It was bad.', outcomes: [] });
    await append('of another');
    await copy.copyBodies();
    expect(await copy.agreesWith()).toBe('torn');
    await take();
    expect(await copy.agreesWith()).toBe('good');
  });
});

describe('the copy of a spool whose bodies are moved', () => {
  const PAGE = 4096;
  const expected = (): [number, string][] =>
    Array.from({ length: 12 }, (_, index) => [
      index * 8 + 1,
      String.fromCodePoint(97 + index).repeat(PAGE),
    ]);

  beforeEach(async () => {
    file.close();
    ({ file, spool } = openSpool(folder, { segmentBytes: 8 * PAGE }));
    // Of each segment one body, and it stays there.
    file.db.exec(
      "CREATE TRIGGER hold BEFORE UPDATE ON forwards BEGIN SELECT raise(ABORT, ''); END",
    );
    for (const [, text] of expected()) {
      await owe(text, { owed: 'alone' });
      for (let other = 0; other < 7; other += 1) await append('of another'.repeat(400));
    }
    const others = await spool.claim(ALL);
    for (const { id } of others) recorded.add(id);
    await spool.settle(others.map(({ id }) => id));
    await spool.forwards.compact();
    file.db.exec('DROP TRIGGER hold');
  });

  /** What stood in their segments before is gone. */
  async function move(): Promise<void> {
    await spool.forwards.compact();
    for (let count = 0; count < 30; count += 1) {
      const id = await append('later'.repeat(800));
      recorded.add(id);
      await spool.settle([id]);
    }
  }

  it('is torn when they were before they were copied, and has them with the next round', async () => {
    await copy.takeRows();
    await move();
    await copy.copyBodies();
    expect(await copy.agreesWith(findRecorded)).toBe('torn');
    await take();
    expect(await copy.agreesWith(findRecorded)).toBe('good');
    copy.finish();
    expect(readOwed()).toEqual(expected());
  });

  it('has them where they stand, also when an earlier round has copied them from elsewhere', async () => {
    await take();
    await move();
    await take();
    expect(await copy.agreesWith(findRecorded)).toBe('good');
    copy.finish();
    expect(readOwed()).toEqual(expected());
  });
});
