import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createIncomingReport } from '../../../test/support/incoming-report.ts';
import { silenceLog } from '../../../test/support/quiet-log.ts';
import { createTemporaryFolder } from '../../../test/support/temporary-folder.ts';
import { FailedReports } from './failed-reports.ts';
import { SpilledBodies } from '../bodies/spilled-bodies.ts';
import { SpoolBodies } from '../bodies/spool-bodies.ts';
import { SpoolFile } from '../file/spool-file.ts';
import { SpoolTallies } from '../tallies/spool-tallies.ts';
import { SqliteSpool } from '../sqlite-spool.ts';

silenceLog();

let file: SpoolFile;
let spool: SqliteSpool;
let parts: { tallies: SpoolTallies; spilled: SpilledBodies };

beforeEach(() => {
  const opening = SpoolFile.open(join(createTemporaryFolder(), 'spool.sqlite'), 'one');
  if (!opening.ok) throw new Error(opening.reason);
  file = opening.file;
  spool = new SqliteSpool(file);
  const spilled = new SpilledBodies(file, new SpoolBodies(file.bodiesFolder));
  parts = { tallies: new SpoolTallies(file), spilled };
});

afterEach(() => file.close());

async function keep(failed: FailedReports, bytes: number): Promise<void> {
  const body = Buffer.alloc(bytes);
  await failed.keep(await spool.append(createIncomingReport({ body })), {
    reason: 'no JSON',
    outcomes: [],
  });
}

const listIds = () => file.db.prepare('SELECT id FROM failed_reports ORDER BY id').pluck().all();

describe('FailedReports', () => {
  it('keeps so many, and drops the oldest for newer ones', async () => {
    const failed = new FailedReports(file, parts, { maxReports: 3, maxBytes: 1000 });
    for (let count = 0; count < 5; count += 1) await keep(failed, 10);
    expect(listIds()).toEqual([3, 4, 5]);
    expect(failed.count).toBe(3);
  });

  it('keeps so many bytes, also of what it found, and the latest whatever its size', async () => {
    const limits = { maxReports: 100, maxBytes: 1000 };
    const failed = new FailedReports(file, parts, limits);
    for (let count = 0; count < 3; count += 1) await keep(failed, 400);
    expect(listIds()).toEqual([2, 3]);
    const again = new FailedReports(file, parts, limits);
    expect(again.count).toBe(2);
    await keep(again, 400);
    expect(listIds()).toEqual([3, 4]);
    await keep(again, 5000);
    expect(listIds()).toEqual([5]);
  });

  it('has what it drops counted, which the database has not been told of', async () => {
    const failed = new FailedReports(file, parts, { maxReports: 1, maxBytes: 1000 });
    const outcome = { outcome: 'failed', reason: 'recording', kind: 'error' } as const;
    const outcomes = [{ ...outcome, projectId: 1, publicKey: 'abc', atMs: 0, quantity: 2 }];
    for (let count = 0; count < 2; count += 1) {
      const id = await spool.append(createIncomingReport());
      await failed.keep(id, { reason: 'no JSON', outcomes });
    }
    expect(listIds()).toEqual([2]);
    expect(file.db.prepare('SELECT quantity FROM tallies').pluck().all()).toEqual([2]);
  });

  it('keeps what says of a row that it is damaged, or the row would be met again', async () => {
    const failed = new FailedReports(file, parts, { maxReports: 2, maxBytes: 1000 });
    const id = await spool.append(createIncomingReport({ body: Buffer.from('x') }));
    await failed.keepUnreadable(id, 'damaged');
    for (let count = 0; count < 3; count += 1) await keep(failed, 10);
    expect(listIds()).toEqual([1, 4]);
  });

  it('lets go of the segment that a damaged row names', async () => {
    const failed = new FailedReports(file, parts);
    const id = await spool.append(createIncomingReport({ body: Buffer.from('x') }));
    await failed.keepUnreadable(id, 'damaged');
    await spool.append(createIncomingReport({ body: Buffer.from('y') }));
    const offset = 'SELECT body_offset FROM reports ORDER BY id DESC LIMIT 1';
    expect(file.db.prepare(offset).pluck().get()).toBe(0);
  });

  it('remembers a damaged row once', async () => {
    const failed = new FailedReports(file, parts);
    const id = await spool.append(createIncomingReport({ body: Buffer.from('x') }));
    const kept = [failed.keepUnreadable(id, 'damaged'), failed.keepUnreadable(id, 'again')];
    expect(await Promise.all(kept)).toEqual([true, false]);
    expect(failed.count).toBe(1);
    expect(file.db.prepare('SELECT quantity FROM tallies').pluck().all()).toEqual([1]);
  });

  it('counts nothing that could not be written', async () => {
    const failed = new FailedReports(file, parts);
    const id = await spool.append(createIncomingReport({ body: Buffer.alloc(100_000) }));
    const pages = file.db.pragma('page_count') as number;
    file.db.pragma(`max_page_count = ${pages}`);
    await expect(
      failed.keep(id, { reason: 'x'.repeat(100_000), outcomes: [] }),
    ).rejects.toMatchObject({
      code: 'spool.unavailable',
    });
    expect(failed.count).toBe(0);
    expect(await failed.keep(12_345, { reason: 'not there', outcomes: [] })).toBeUndefined();
  });
});
