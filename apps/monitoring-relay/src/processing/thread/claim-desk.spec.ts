import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createIncomingReport } from '../../../test/support/incoming-report.ts';
import { createTemporaryFolder } from '../../../test/support/temporary-folder.ts';
import type { SpooledReport } from '../../spool/spool.ts';
import { SpoolFile } from '../../spool/spool-file.ts';
import { SqliteSpool } from '../../spool/sqlite-spool.ts';
import { ClaimDesk } from './claim-desk.ts';
import type { QueueName } from './messages.ts';

const LIMITS = { maxReports: 10, maxBytes: 1_000_000 };

const files: SpoolFile[] = [];
let spool: SqliteSpool;
let announced: number;
let desk: ClaimDesk;

beforeEach(() => {
  spool = openSpool('own');
  announced = 0;
  desk = new ClaimDesk(spool, () => (announced += 1));
});

afterEach(() => {
  for (const file of files.splice(0)) file.close();
});

function openSpool(name: string): SqliteSpool {
  const opening = SpoolFile.open(join(createTemporaryFolder(), 'spool.sqlite'), name);
  if (!opening.ok) throw new Error(opening.reason);
  files.push(opening.file);
  return new SqliteSpool(opening.file);
}

async function append(count: number, to = spool): Promise<void> {
  for (let report = 0; report < count; report += 1) {
    const contents = { kept: { error: 1 }, filtered: { session: 2 } } as const;
    await to.append(createIncomingReport({ contents }));
  }
}

async function claim(queue: QueueName = 'own'): Promise<number[]> {
  const reports = await desk.answer(queue, { method: 'claim', args: [LIMITS] });
  return (reports as SpooledReport[]).map(({ id }) => id);
}

function settle(ids: readonly number[], queue: QueueName = 'own'): Promise<unknown> {
  return desk.answer(queue, { method: 'settle', args: [ids] });
}

const listFailed = (): unknown[] =>
  files[0]!.db.prepare('SELECT id, reason FROM failed_reports').all();

describe('ClaimDesk', () => {
  it('hands out what is there, and announces what comes after there was nothing', async () => {
    await append(2);
    expect(await claim()).toEqual([1, 2]);
    await append(1);
    expect(announced).toBe(0);
    expect(await claim()).toEqual([3]);
    expect(await claim()).toEqual([]);
    await append(2);
    expect(announced).toBe(1);
  });

  it('hands out what came while it looked and found nothing', async () => {
    const { claim: look } = spool;
    spool.claim = async (limits) => {
      spool.claim = look;
      const found = await spool.claim(limits);
      await append(1);
      return found;
    };
    expect(await claim()).toEqual([1]);
    expect(announced).toBe(0);
  });

  it('hands out what came while it looked also when somebody else asked meanwhile', async () => {
    desk.openLeft(openSpool('left'));
    const { claim: look } = spool;
    spool.claim = async (limits) => {
      spool.claim = look;
      const found = await spool.claim(limits);
      await append(1);
      await claim('left');
      return found;
    };
    expect(await claim()).toEqual([1]);
  });

  it('hands out again, one by one, what a thread had that ended, and then as before', async () => {
    await append(3);
    await claim();
    await append(2);
    expect(await desk.takeBack('gone')).toBeUndefined();
    for (const id of [1, 2, 3]) {
      expect(await claim()).toEqual([id]);
      await settle([id]);
    }
    expect(await claim()).toEqual([4, 5]);
  });

  it('does what a thread said before it ended', async () => {
    await append(2);
    await claim();
    const settling = settle([1]);
    await desk.takeBack('gone');
    await settling;
    expect(await claim()).toEqual([2]);
    expect(await spool.getQueueState(0)).toMatchObject({ depth: 1 });
  });

  it('hands nothing out to a thread that has ended', async () => {
    await append(3);
    await claim();
    await desk.takeBack('gone');
    await claim();
    const waiting = claim();
    await desk.takeBack('gone');
    expect(await waiting).toEqual([]);
    expect(await claim()).toEqual([1]);
  });

  it('keeps a report aside that ends two threads alone, and tallies what it held, once', async () => {
    await append(3);
    await claim();
    await desk.takeBack('first');
    await claim();
    expect(await desk.takeBack('second')).toBe(1);
    expect(listFailed()).toEqual([]);
    await claim();
    await desk.takeBack('third');
    expect(listFailed()).toEqual([{ id: 1, reason: 'Processing ended over it: third' }]);
    await spool.queueTallies();
    expect(await claim()).toEqual([2]);
    await settle([2]);
    await settle(await claim());
    const [tally] = (await desk.answer('own', {
      method: 'claim',
      args: [LIMITS],
    })) as SpooledReport[];
    expect(tally?.tally).toMatchObject([
      { outcome: 'failed', reason: 'processing', kind: 'error', quantity: 1 },
      { outcome: 'filtered', reason: 'kind', kind: 'session', quantity: 2 },
    ]);
  });

  it('blames no report that was done with since it ended a thread alone', async () => {
    await append(1);
    await claim();
    await desk.takeBack('first');
    await settle(await claim());
    await append(1);
    await claim();
    await desk.takeBack('second');
    await settle(await claim());
    expect(listFailed()).toEqual([]);
  });

  it('hands out one of all spools at a time while some are suspected', async () => {
    const left = openSpool('left');
    desk.openLeft(left);
    await append(2);
    await append(2, left);
    await Promise.all([claim('own'), claim('left')]);
    await desk.takeBack('gone');
    expect(await claim('own')).toEqual([1]);
    let isGiven = false;
    const waiting = claim('left').finally(() => (isGiven = true));
    await spool.probe();
    expect(isGiven).toBe(false);
    await settle([1]);
    expect(await waiting).toEqual([1]);
    await settle([1], 'left');
    await settle(await claim('left'), 'left');
    expect(await claim('left')).toEqual([]);
    await settle(await claim('own'));
    await append(3);
    expect(await claim('own')).toEqual([3, 4, 5]);
  });

  it('suspects nothing of a spool that is let go of', async () => {
    const left = openSpool('left');
    desk.openLeft(left);
    await append(2);
    await append(2, left);
    expect(await claim('left')).toEqual([1, 2]);
    await desk.takeBack('gone');
    desk.closeLeft();
    expect(await claim()).toEqual([1, 2]);
    await expect(claim('left')).rejects.toThrow('no spool');
  });
});
