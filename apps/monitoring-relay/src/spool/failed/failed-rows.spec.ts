import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { OutcomeCount } from '#shared';
import { createIncomingReport } from '../../../test/support/incoming-report.ts';
import { silenceLog } from '../../../test/support/quiet-log.ts';
import { createTemporaryFolder } from '../../../test/support/temporary-folder.ts';
import { SpoolBodies } from '../bodies/spool-bodies.ts';
import { SpoolFile } from '../file/spool-file.ts';
import { SqliteSpool } from '../sqlite-spool.ts';

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

function open(): void {
  const opening = SpoolFile.open(path, 'one');
  if (!opening.ok) throw new Error(opening.reason);
  file = opening.file;
  bodies = new SpoolBodies(file.bodiesFolder);
  spool = new SqliteSpool(file, bodies);
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

const NOTED = {
  projectId: 1,
  publicKey: 'abc',
  eventId: 'e'.repeat(32),
  receivedAtMs: RECEIVED_MS,
  reason: 'no room',
  outcomes: [failed, filtered],
  isCounted: false,
};

describe('a failed report', () => {
  it('is listed with its body, and with what its items have ended in, of which nothing is counted yet', async () => {
    const id = await appendAndFail(3, [1, 4]);
    const { origin } = file;
    expect(await spool.listFailed(ALL, [])).toEqual([
      { ...NOTED, id, origin, items: [1, 4], body: Buffer.from('xxx') },
    ]);
    expect(await spool.listFailed(ALL, [id])).toEqual([]);
    expect(await countTallies()).toEqual({});
  });

  it('keeps the places of its items where an earlier version had it tried again', async () => {
    const id = await appendAndFail();
    file.db.exec(`UPDATE sqlite_sequence SET seq = ${id}`);
    const again = await spool.append(createIncomingReport());
    file.db.exec(`UPDATE reports SET contents = '{"items":[1]}'`);
    await spool.fail(again, { reason: 'still no room', outcomes: [failed] });
    expect(await spool.listFailed(ALL, [id])).toMatchObject([{ items: [1] }]);
  });

  it('of an earlier version has been counted', async () => {
    const id = await appendAndFail();
    file.db.prepare('UPDATE failures SET outcomes = ?').run(JSON.stringify([failed]));
    expect(await spool.listFailed(ALL, [])).toMatchObject([
      { id, outcomes: [failed], isCounted: true },
    ]);
  });

  it('comes with others up to so many, or so many bytes, and with one at least', async () => {
    const ids = [];
    for (const bytes of [10, 10, 10]) ids.push(await appendAndFail(bytes));
    const list = async (maxReports: number, maxBytes: number) =>
      (await spool.listFailed({ maxReports, maxBytes }, [])).map(({ id }) => id);
    expect(await list(2, 1000)).toEqual(ids.slice(0, 2));
    expect(await list(9, 20)).toEqual(ids.slice(0, 2));
    expect(await list(9, 1)).toEqual(ids.slice(0, 1));
  });

  it('is gone with its file once the database has it', async () => {
    const body = bodies.begin(() => {});
    body.write([Buffer.from('large')]);
    const report = createIncomingReport({ body: Buffer.alloc(0), spilled: await body.finish() });
    const id = await spool.append(report);
    const [{ bodyFile = '' } = {}] = await spool.claim(ALL);
    await spool.fail(id, { reason: 'no', outcomes: [failed] });
    expect(await spool.listFailed(ALL, [])).toMatchObject([{ bodyFile }]);
    await spool.settleFailed([id, id]);
    expect(existsSync(bodyFile)).toBe(false);
    expect(await spool.listFailed(ALL, [])).toEqual([]);
    expect(await spool.getQueueState(0)).toMatchObject({ failed: 0 });
    expect(file.db.prepare('SELECT count(*) FROM failures').pluck().get()).toBe(0);
  });

  it.each([
    ['outcomes', "'[{'"],
    ['contents', "'[{'"],
    ['outcomes', `replace(outcomes, '"projectId"', '"qrojectId"')`],
    ['outcomes', `replace(outcomes, '"quantity":', '"quantity":0.5, "q":')`],
  ])(
    'is listed where its %s are damaged (%s), as far as they can be read',
    async (column, damaged) => {
      const id = await appendAndFail(3, [1]);
      file.db.exec(`UPDATE failures SET ${column} = ${damaged}`);
      const [report] = await spool.listFailed(ALL, []);
      expect(report).toMatchObject({ id, body: Buffer.from('xxx') });
      expect(report).not.toHaveProperty(column === 'contents' ? 'items' : 'outcomes');
    },
  );

  it('whose row is damaged stays, and is not listed', async () => {
    const id = await spool.append(createIncomingReport());
    file.db.exec(
      `INSERT INTO failed_reports VALUES (${id}, '', 0, NULL, 0, 'The spool is damaged.', x'')`,
    );
    file.close();
    open();
    await spool.settleFailed([id]);
    expect(await spool.listFailed(ALL, [])).toEqual([]);
    expect(await spool.getQueueState(0)).toMatchObject({ failed: 1 });
  });
});
