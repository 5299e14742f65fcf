import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { OutcomeCount } from '#shared';
import { createIncomingReport } from '../../test/support/incoming-report.ts';
import { silenceLog } from '../../test/support/quiet-log.ts';
import { tallyInto } from '../../test/support/tally-into.ts';
import { createTemporaryFolder } from '../../test/support/temporary-folder.ts';
import { SpoolBodies } from './bodies/spool-bodies.ts';
import { SpoolFile } from './file/spool-file.ts';
import { SqliteSpool } from './sqlite-spool.ts';

silenceLog();

const ALL = { maxReports: 1000, maxBytes: Infinity };
const RECEIVED_MS = 120_000;

const failed: OutcomeCount = {
  projectId: 1,
  publicKey: 'abc',
  outcome: 'failed',
  reason: 'recording',
  kind: 'error',
  atMs: RECEIVED_MS,
  quantity: 2,
};
const filtered: OutcomeCount = { ...failed, outcome: 'filtered', reason: 'kind', kind: 'session' };

let path: string;
let file: SpoolFile;
let bodies: SpoolBodies;
let spool: SqliteSpool;
let announced: number;

function open(): void {
  const opening = SpoolFile.open(path, 'one');
  if (!opening.ok) throw new Error(opening.reason);
  file = opening.file;
  bodies = new SpoolBodies(file.bodiesFolder);
  spool = new SqliteSpool(file, bodies);
  announced = 0;
  spool.onAppended(() => (announced += 1));
}

beforeEach(() => {
  path = join(createTemporaryFolder(), 'spool.sqlite');
  open();
});

afterEach(() => file.close());

async function appendAndFail(bytes = 3, items?: readonly number[]): Promise<number> {
  const report = createIncomingReport({
    eventId: 'e'.repeat(32),
    receivedAtMs: RECEIVED_MS,
    contents: { kept: { error: 2 }, filtered: { session: 2 } },
    body: Buffer.alloc(bytes, 'x'),
  });
  const id = await spool.append(report);
  await spool.claim(ALL);
  await spool.fail(id, { reason: 'no room', outcomes: [failed, filtered], items });
  return id;
}

/** What has been counted so far and not taken back, as the database would have it. */
async function countTallies(): Promise<Record<string, number>> {
  await spool.queueTallies();
  const sums: Record<string, number> = {};
  for (const { tally = [] } of await spool.claim(ALL)) {
    for (const { outcome, quantity } of tally) sums[outcome] = (sums[outcome] ?? 0) + quantity;
  }
  return sums;
}

describe('a failed report', () => {
  it('is listed without its body, which can be read', async () => {
    const id = await appendAndFail();
    expect(await spool.listFailed()).toEqual([
      {
        id,
        projectId: 1,
        eventId: 'e'.repeat(32),
        receivedAtMs: RECEIVED_MS,
        reason: 'no room',
        bytes: 3,
        kind: 'report',
        isRetryable: true,
      },
    ]);
    const pieces = [];
    for await (const piece of spool.readFailed(id)!) pieces.push(piece);
    expect(Buffer.concat(pieces).toString()).toBe('xxx');
    expect(spool.readFailed(id + 1)).toBeUndefined();
  });

  it('that is tried again is a new report, with what had failed of it, and nothing is counted for it', async () => {
    const id = await appendAndFail(3, [1, 4]);
    announced = 0;
    expect(await spool.retryFailed([id, id + 100])).toBe(1);
    expect(announced).toBe(1);
    expect(await spool.getQueueState(RECEIVED_MS + 5)).toEqual({
      depth: 1,
      oldestMs: 5,
      failed: 0,
    });
    expect(spool.queuedBytes).toBe(3);
    const [report] = await spool.claim(ALL);
    expect(report).toEqual({
      origin: file.origin,
      id: expect.any(Number) as unknown as number,
      projectId: 1,
      publicKey: 'abc',
      eventId: 'e'.repeat(32),
      receivedAtMs: RECEIVED_MS,
      contents: { kept: { error: 2 }, filtered: {}, items: [1, 4] },
      body: Buffer.from('xxx'),
    });
    expect(report!.id).toBeGreaterThan(id);
    expect(await countTallies()).toEqual({ failed: 0, filtered: 2 });
  });

  it('is tried again once, however often that is asked for at the same time', async () => {
    const id = await appendAndFail();
    expect(await Promise.all([spool.retryFailed([id]), spool.retryFailed([id])])).toEqual([1, 0]);
    expect(spool.queuedReports).toBe(1);
  });

  it('that fails again is there again, with the same part of it, and is counted once', async () => {
    await spool.retryFailed([await appendAndFail(3, [1])]);
    const [report] = await spool.claim(ALL);
    await spool.fail(report!.id, { reason: 'still no room', outcomes: [failed] });
    const [again] = await spool.listFailed();
    expect(again).toMatchObject({ reason: 'still no room', isRetryable: true });
    expect(await countTallies()).toEqual({ failed: 2, filtered: 2 });
    await spool.retryFailed([again!.id]);
    expect(await spool.claim(ALL)).toMatchObject([{ contents: { items: [1] } }]);
  });

  it('stays when it cannot be put back, and so do its counts', async () => {
    const id = await appendAndFail(100_000);
    const pages = file.db.pragma('page_count') as number;
    file.db.pragma(`max_page_count = ${pages}`);
    file.db.exec(
      'CREATE TRIGGER refuse BEFORE DELETE ON failed_reports BEGIN SELECT raise(ABORT, 1); END',
    );
    await expect(spool.retryFailed([id])).rejects.toMatchObject({ code: 'spool.unavailable' });
    expect(spool.queuedReports).toBe(0);
    expect(await spool.listFailed()).toHaveLength(1);
    expect(await spool.getQueueState(0)).toMatchObject({ failed: 1 });
  });

  it('takes its file along', async () => {
    const body = bodies.begin(() => {});
    body.write([Buffer.from('large')]);
    const report = createIncomingReport({ body: Buffer.alloc(0), spilled: await body.finish() });
    const id = await spool.append(report);
    const [{ bodyFile = '' } = {}] = await spool.claim(ALL);
    await spool.fail(id, { reason: 'no', outcomes: [failed] });
    expect(await spool.listFailed()).toMatchObject([{ bytes: 5 }]);
    await spool.retryFailed([id]);
    expect(spool.queuedBytes).toBe(5);
    expect(await spool.claim(ALL)).toMatchObject([{ bodyFile }]);
    expect(existsSync(bodyFile)).toBe(true);
  });

  it('that is discarded is gone with its file, and stays counted', async () => {
    const body = bodies.begin(() => {});
    body.write([Buffer.from('large')]);
    const report = createIncomingReport({ body: Buffer.alloc(0), spilled: await body.finish() });
    const id = await spool.append(report);
    const [{ bodyFile = '' } = {}] = await spool.claim(ALL);
    await spool.fail(id, { reason: 'no', outcomes: [failed] });
    expect(await spool.discardFailed([id, id])).toBe(1);
    expect(existsSync(bodyFile)).toBe(false);
    expect(await spool.listFailed()).toEqual([]);
    expect(file.db.prepare('SELECT count(*) FROM failures').pluck().get()).toBe(0);
    expect(await countTallies()).toEqual({ failed: 2 });
  });

  it('brings the tallies that it has', async () => {
    await tallyInto(file, [filtered]);
    await spool.queueTallies();
    const [tally] = await spool.claim(ALL);
    await spool.fail(tally!.id, { reason: 'no', outcomes: [] });
    expect(await spool.listFailed()).toMatchObject([{ kind: 'tally', isRetryable: true }]);
    await spool.retryFailed([tally!.id]);
    expect(spool.queuedReports).toBe(0);
    expect(await spool.claim(ALL)).toMatchObject([{ tally: [{ quantity: 2 }] }]);
  });

  it('of an earlier opening lets the tallies of that go first, whose ids would come too late', async () => {
    const id = await appendAndFail();
    const { origin } = file;
    file.close();
    open();
    await spool.retryFailed([id]);
    const claimed = await spool.claim(ALL);
    expect(claimed.map((report) => [report.origin, report.tally !== undefined])).toEqual([
      [origin, true],
      [file.origin, false],
    ]);
  });

  it('is put back with many others, a step at a time', async () => {
    const ids = [];
    for (let count = 0; count < 120; count += 1) ids.push(await appendAndFail(1));
    expect(await spool.retryFailed(ids)).toBe(120);
    expect(await spool.getQueueState(0)).toMatchObject({ depth: 120, failed: 0 });
    expect(await spool.discardFailed(ids)).toBe(0);
  });

  it.each([
    ['outcomes', "'[{'"],
    ['contents', "'[{'"],
    ['outcomes', `replace(outcomes, '"projectId"', '"qrojectId"')`],
    ['outcomes', `replace(outcomes, '"quantity":', '"quantity":0.5, "q":')`],
  ])(
    'stays where its %s are damaged (%s), and keeps no other from being tried again, nor from being taken',
    async (column, damaged) => {
      const ids = [await appendAndFail(), await appendAndFail()];
      file.db.exec(`UPDATE failures SET ${column} = ${damaged} WHERE report_id = ${ids[0]}`);
      const [retried] = await Promise.all([
        spool.retryFailed(ids),
        spool.append(createIncomingReport()),
      ]);
      expect(retried).toBe(1);
      expect(await spool.listFailed()).toMatchObject([{ id: ids[0] }]);
      expect(await spool.discardFailed(ids)).toBe(1);
    },
  );

  it('that is damaged can neither be tried again, nor read, nor discarded', async () => {
    const id = await spool.append(createIncomingReport());
    file.db.exec(
      `INSERT INTO failed_reports VALUES (${id}, '', 0, NULL, 0, 'The spool is damaged.', x'')`,
    );
    expect(await spool.listFailed()).toMatchObject([{ kind: 'damaged', isRetryable: false }]);
    expect(spool.readFailed(id)).toBeUndefined();
    expect(await spool.retryFailed([id])).toBe(0);
    expect(await spool.discardFailed([id])).toBe(0);
  });
});
