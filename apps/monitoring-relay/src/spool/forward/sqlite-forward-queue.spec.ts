import { cpSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { silenceLog } from '../../../test/support/silence-log.ts';
import { createIncomingReport } from '../../../test/support/incoming-report.ts';
import { openSpool } from '../../../test/support/opened-spool.ts';
import { createTemporaryFolder } from '../../../test/support/temporary-folder.ts';
import type { ForwardBody } from '../ports/forward-queue.ts';
import type { IncomingReport } from '../ports/spool-intake.ts';
import type { SpoolBodies } from '../bodies/spool-bodies.ts';
import type { SpoolFile } from '../file/spool-file.ts';
import type { SqliteSpool } from '../sqlite-spool.ts';

silenceLog();

const ALL = { maxReports: 1000, maxBytes: Infinity };
const MB = 1024 * 1024;
const EVERY = { aboveId: 0, max: 100 };

let folder: string;
let file: SpoolFile;
let bodies: SpoolBodies;
let spool: SqliteSpool;

function open(path = folder): void {
  ({ file, bodies, spool } = openSpool(path));
}

beforeEach(() => {
  folder = createTemporaryFolder();
  open();
});

afterEach(() => file.close());

function append(text: string | Buffer, traits: Partial<IncomingReport> = {}): Promise<number> {
  const report = createIncomingReport({ body: Buffer.from(text), forwarding: 'also', ...traits });
  return spool.append(report);
}

async function appendSpilled(text: string): Promise<number> {
  const body = bodies.begin(() => undefined);
  body.write([Buffer.from(text)]);
  return append('', { spilled: await body.finish() });
}

function read(id: number): string | undefined {
  const body: ForwardBody | undefined = spool.forwards.readBody(id);
  if (!body) return undefined;
  return 'file' in body ? readFileSync(body.file, 'utf8') : String(body.bytes);
}

const listFiles = (): string[] => readdirSync(file.bodiesFolder);
const listSegments = (): string[] => readdirSync(join(folder, 'segments'));
const listTallies = (): unknown[] =>
  file.db.prepare('SELECT outcome, reason, kind, quantity FROM tallies').all();

describe('a report to forward', () => {
  it('is in both queues, and leaves each by itself', async () => {
    const id = await append('abc', { eventId: 'e'.repeat(32), publicKey: 'k', receivedAtMs: 7 });
    expect(await spool.claim(ALL)).toMatchObject([{ id }]);
    await spool.settle([id]);
    expect(spool.queuedReports).toBe(0);
    expect(spool.forwards.list(1, EVERY)).toEqual([
      {
        id,
        projectId: 1,
        publicKey: 'k',
        eventId: 'e'.repeat(32),
        receivedAtMs: 7,
        contents: { kept: { error: 1 }, passed: {} },
        bytes: 3,
        hops: 0,
      },
    ]);
    expect(read(id)).toBe('abc');
    expect(await spool.forwards.settle([id], () => [])).toMatchObject([{ id }]);
    expect(read(id)).toBeUndefined();
    expect(spool.forwards.amount).toEqual({ reports: 0, bytes: 0 });
    expect(await spool.forwards.settle([id], () => [])).toEqual([]);
  });

  it('is not processed when it is only to be forwarded, and has an id of its own', async () => {
    const ids = [
      await append('a', { forwarding: 'alone', contents: { kept: { error: 1 }, filtered: {} } }),
      await append('b', { contents: { kept: {}, filtered: {}, passed: { transaction: 2 } } }),
      await append('c'),
      await append('d', { forwarding: 'alone' }),
    ];
    expect(ids).toEqual([1, 2, 3, 4]);
    expect((await spool.claim(ALL)).map(({ id }) => id)).toEqual([3]);
    expect(spool.forwards.list(1, EVERY).map(({ contents }) => contents)).toEqual([
      { kept: {}, passed: { error: 1 } },
      { kept: {}, passed: { transaction: 2 } },
      { kept: { error: 1 }, passed: {} },
      { kept: {}, passed: { error: 1 } },
    ]);
    expect(ids.map(read)).toEqual(['a', 'b', 'c', 'd']);
  });

  it('is processed without the kinds that are only forwarded', async () => {
    const contents = { kept: { error: 1 }, filtered: {}, passed: { session: 1 } } as const;
    await append('a', { contents });
    const [report] = await spool.claim(ALL);
    expect(report!.contents).toEqual({ kept: { error: 1 }, filtered: {} });
  });

  it('is absent where the project has no upstream', async () => {
    await spool.append(createIncomingReport());
    expect(spool.forwards.amount.reports).toBe(0);
  });

  it('is counted by project, also after the spool was reopened', async () => {
    await append('abc');
    await append('de', { projectId: 2 });
    await append('f', { projectId: 2, receivedAtMs: 5 });
    const check = (): void => {
      expect(spool.forwards.amount).toEqual({ reports: 3, bytes: 6 });
      expect([...spool.forwards.projects]).toEqual([
        [1, { reports: 1, bytes: 3 }],
        [2, { reports: 2, bytes: 3 }],
      ]);
      expect(spool.forwards.findOldestMs(2)).toBe(0);
    };
    check();
    file.close();
    open();
    check();
    await spool.forwards.settle([1, 2], () => []);
    expect([...spool.forwards.projects]).toEqual([[2, { reports: 1, bytes: 1 }]]);
    expect(spool.forwards.findOldestMs()).toBe(5);
    expect(spool.forwards.findOldestMs(1)).toBeUndefined();
  });

  it('is listed in the order of arrival, also above a given id', async () => {
    for (const projectId of [1, 2, 1, 1]) await append('a', { projectId });
    const ids = (reports: readonly { id: number }[]) => reports.map(({ id }) => id);
    expect(ids(spool.forwards.list(1, EVERY))).toEqual([1, 3, 4]);
    expect(ids(spool.forwards.list(1, { aboveId: 1, max: 1 }))).toEqual([3]);
    expect(ids(spool.forwards.listOldest(2))).toEqual([1, 2]);
  });

  it('is listed and settled although its contents are damaged, and holds up no other', async () => {
    const ids = [await append('abc'), await append('de')];
    file.db.exec(`UPDATE forwards SET contents = '{"kept' WHERE id = ${ids[0]}`);
    const owed = spool.forwards.listOldest(9);
    expect(owed.map(({ id }) => id)).toEqual(ids);
    expect(owed[0]!.contents).toEqual({ kept: {}, passed: {} });
    await spool.forwards.settle(ids, () => []);
    expect(spool.forwards.amount).toEqual({ reports: 0, bytes: 0 });
  });

  it('is settled together with its tallies, or neither', async () => {
    const id = await append('abc');
    const sent = { outcome: 'forwarded', reason: 'sent', kind: 'session', quantity: 2 } as const;
    const outcome = { ...sent, projectId: 1, publicKey: 'k', atMs: 0 };
    const refuse = 'CREATE TRIGGER refuse BEFORE DELETE ON forwards';
    file.db.exec(`${refuse} BEGIN SELECT raise(ABORT, 'full'); END`);
    const settling = spool.forwards.settle([id], () => [outcome]);
    await expect(settling).rejects.toMatchObject({ code: 'spool.unavailable' });
    expect(listTallies()).toEqual([]);
    expect(spool.forwards.amount.reports).toBe(1);
    expect(read(id)).toBe('abc');
    file.db.exec('DROP TRIGGER refuse');
    await spool.forwards.settle([id], () => [outcome]);
    expect(listTallies()).toEqual([sent]);
  });
});

describe('the body of a report to forward', () => {
  const claimFirst = async (): Promise<string> => String((await spool.claim(ALL))[0]!.body);

  it.each([
    ['processing', (id: number) => spool.settle([id]), async (id: number) => read(id)],
    ['forwarding', (id: number) => spool.forwards.settle([id], () => []), claimFirst],
  ])('stays in its segment when only %s has settled the report', async (_, settle, readLeft) => {
    const text = 'a'.repeat(MB);
    const id = await append(text);
    await settle(id);
    // These reports would overwrite the body if its segment were free.
    for (let count = 0; count < 20; count += 1) {
      const other = await append(Buffer.alloc(MB, 'x'), { forwarding: 'alone' });
      await spool.forwards.settle([other], () => []);
    }
    expect(await readLeft(id)).toBe(text);
    await spool.settle([id]);
    await spool.forwards.settle([id], () => []);
    expect(listSegments().length).toBeLessThan(4);
  });

  it('is found in its segment when the spool is opened after a kill', async () => {
    const id = await append(Buffer.alloc(MB, 'a'));
    await spool.settle([id]);
    const killed = createTemporaryFolder();
    cpSync(folder, killed, { recursive: true });
    file.close();
    open(killed);
    expect(read(id)).toBe('a'.repeat(MB));
    await spool.forwards.settle([id], () => []);
    file.close();
    open(killed);
    expect(readdirSync(join(killed, 'segments'))).toEqual([]);
  });

  it('is intact after a failed commit', async () => {
    file.db.exec(
      "CREATE TRIGGER refuse BEFORE INSERT ON forwards BEGIN SELECT raise(ABORT, 'full'); END",
    );
    await expect(append('abc')).rejects.toMatchObject({ code: 'spool.unavailable' });
    file.db.exec('DROP TRIGGER refuse');
    const id = await append('def');
    await spool.settle([id]);
    expect(read(id)).toBe('def');
    expect(spool.forwards.amount).toEqual({ reports: 1, bytes: 3 });
  });

  it('is not given when its segment is gone', async () => {
    const id = await append('abc');
    await spool.settle([id]);
    rmSync(join(folder, 'segments'), { recursive: true });
    file.close();
    open();
    expect(read(id)).toBeUndefined();
  });

  it('is not given when its file is gone', async () => {
    const id = await appendSpilled('abc');
    rmSync(join(file.bodiesFolder, listFiles()[0]!));
    expect(read(id)).toBeUndefined();
  });
});

describe('a file with the body of a report to forward', () => {
  it('is removed when both processing and forwarding have settled', async () => {
    const id = await appendSpilled('abc');
    await spool.settle([id]);
    expect(read(id)).toBe('abc');
    await spool.forwards.settle([id], () => []);
    expect(listFiles()).toEqual([]);
    const other = await appendSpilled('def');
    await spool.forwards.settle([other], () => []);
    const [report] = await spool.claim(ALL);
    expect(readFileSync(report!.bodyFile!, 'utf8')).toBe('def');
    await spool.settle([other]);
    expect(listFiles()).toEqual([]);
  });
});
