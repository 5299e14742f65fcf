import { cpSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { DiskDouble } from '../../../test/support/disk-double.ts';
import { createIncomingReport } from '../../../test/support/incoming-report.ts';
import { openSpool } from '../../../test/support/opened-spool.ts';
import { createTemporaryFolder } from '../../../test/support/temporary-folder.ts';
import { ALL, useSpool } from '../../../test/support/use-spool.ts';

const MB = 1024 * 1024;
const LOST = 'The body of this report in segment 1 is gone, or damaged.';
const UNAVAILABLE = { code: 'spool.unavailable' };

let disk: DiskDouble;

beforeEach(() => {
  disk = new DiskDouble();
});

const { file, spool, locate, reopen, append, claimBodies, ...held } = useSpool(() => ({ disk }));

describe('the bodies of a spool', () => {
  it('are synced before the rows that name them are committed', async () => {
    const order: string[] = [];
    file.db.defineFunction(
      'note',
      (id) => void order.push(`row ${String(id)}`, ...disk.calls.splice(0)),
    );
    file.db.exec('CREATE TEMP TRIGGER note AFTER INSERT ON reports BEGIN SELECT note(new.id); END');
    await Promise.all([append('one'), append('two')]);
    expect(order).toEqual(['row 1', 'open 1', 'write 1', 'sync 1', 'row 2']);
  });

  it('are stored outside the rows, and count towards queue and claims', async () => {
    await append('abc');
    expect(file.db.prepare('SELECT length(body) FROM reports').pluck().get()).toBe(0);
    expect(spool.queuedBytes).toBe(3);
    await append('def');
    expect(await spool.claim({ maxReports: 10, maxBytes: 4 })).toHaveLength(1);
    await spool.settle([1]);
    expect(spool.queuedBytes).toBe(3);
  });

  it('are found when a spool is opened after a kill, or in a copy', async () => {
    await append('one');
    await append('two');
    await spool.settle([1]);
    reopen(held.copyFolder());
    expect(spool.queuedBytes).toBe(3);
    await append('three');
    expect(await claimBodies()).toEqual(['two', 'three']);
  });

  it('stay intact under load, while their segments are reused', async () => {
    const expected: string[] = [];
    const found: string[] = [];
    for (let round = 0; round < 24; round += 1) {
      const letters = [`a${round} `, `b${round} `, `c${round} `];
      await Promise.all(letters.map((letter) => append(Buffer.alloc(MB, letter))));
      expected.push(...letters.map((letter) => letter.repeat(MB).slice(0, 8)));
      const claimed = await spool.claim({ maxReports: 2, maxBytes: Infinity });
      found.push(...claimed.map(({ body }) => String(body.subarray(0, 8))));
      await spool.settle(claimed.map(({ id }) => id));
    }
    for (const body of await claimBodies()) found.push(body.slice(0, 8));
    expect(found).toEqual(expected);
  });

  it('give the space of a burst back when they are settled', async () => {
    for (let count = 0; count < 80; count += 1) await append(Buffer.alloc(MB));
    expect(held.listSegments()).toHaveLength(5);
    await spool.settle((await spool.claim(ALL)).map(({ id }) => id));
    expect(held.listSegments()).toHaveLength(3);
    file.clear();
    expect(held.listSegments()).toEqual([]);
  });
});

describe('settled reports', () => {
  const GONE = 'of-a-report-that-has-gone';
  const readAll = (path = locate()): string =>
    readdirSync(path, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'latin1'))
      .join('\n');

  beforeEach(async () => {
    const gone = { publicKey: GONE, senderAddress: '203.0.113.77' };
    await append(GONE.repeat(100), gone);
    await append('waits');
    await append('is owed', { forwarding: 'also' });
    await append(GONE.repeat(100), { ...gone, forwarding: 'also' });
    await spool.settle([1, 3, 4]);
    await held.settleForwards(4);
  });

  const expectCleared = async (path = locate()): Promise<void> => {
    const left = readAll(path);
    expect(left).not.toContain(GONE);
    expect(left).not.toContain('203.0.113.77');
    const copy = createTemporaryFolder();
    cpSync(path, copy, { recursive: true });
    const opened = openSpool(copy);
    const [waits] = await opened.spool.claim(ALL);
    expect(String(waits?.body)).toBe('waits');
    const [owed] = opened.spool.forwards.listOldest(9);
    const bytes = Buffer.from('is owed');
    expect(opened.spool.forwards.readBody(owed!.id)).toMatchObject({ bytes });
    opened.file.close();
  };

  it('are cleared from the disk after two looks without a write, and waiting reports stay', async () => {
    file.clearOnceIdle();
    expect(readAll()).toContain(GONE);
    file.clearOnceIdle();
    await expectCleared();
  });

  it('are cleared from the disk after six looks, however much is written', async () => {
    for (let look = 0; look < 6; look += 1) {
      await spool.settle([await append('another')]);
      file.clearOnceIdle();
    }
    await expectCleared();
  });

  it('are cleared from the disk at a stop', async () => {
    await spool.close();
    await expectCleared();
    reopen();
  });

  it('are cleared from the disk when the orphaned spool of a killed relay is idle', async () => {
    const copy = held.copyFolder();
    reopen(copy);
    expect(readAll(copy)).toContain(GONE);
    file.clearOnceIdle();
    await expectCleared(copy);
  });
});

describe('a body that cannot be written', () => {
  it('is not acknowledged, but other writes of the same commit are', async () => {
    const id = await append('one');
    disk.fail('write', 'ENOSPC');
    const [refused, settled] = await Promise.allSettled([append('two'), spool.settle([id])]);
    expect(refused).toMatchObject({ reason: UNAVAILABLE });
    expect(settled).toMatchObject({ status: 'fulfilled' });
    expect(spool.isFailing).toBe(true);
    expect(spool.queuedReports).toBe(0);
    disk.recover();
    await append('three');
    expect(spool.isFailing).toBe(false);
    expect(await claimBodies()).toEqual(['three']);
  });

  it('makes the probe fail until the disk has room', async () => {
    disk.fail('write', 'ENOSPC');
    await expect(spool.probe()).rejects.toMatchObject(UNAVAILABLE);
    disk.recover();
    await spool.probe();
    expect(spool.isFailing).toBe(false);
    expect(await claimBodies()).toEqual([]);
  });

  it('leaves no room reserved for probes that failed', async () => {
    held.refuse('DELETE ON probe');
    for (let count = 0; count < 3; count += 1) {
      await expect(spool.probe()).rejects.toMatchObject(UNAVAILABLE);
    }
    held.allow();
    await spool.probe();
    await append('one');
    expect(file.db.prepare('SELECT body_offset FROM reports').pluck().get()).toBe(0);
  });

  it.each([
    ['stays out of the queue when the commit of its row', 'INSERT', () => append('two'), 'three'],
    [
      'is not overwritten when the commit that settles it',
      'DELETE',
      () => spool.settle([1]),
      'two',
    ],
  ])('%s fails', async (_, statement, write, next) => {
    await append('one');
    held.refuse(`${statement} ON reports`);
    await expect(write()).rejects.toMatchObject(UNAVAILABLE);
    held.allow();
    await append(next);
    expect(await claimBodies()).toEqual(['one', next]);
  });
});

describe('a closed spool', () => {
  it('rejects later writes, and touches no file, since another process may use them', async () => {
    await spool.settle([await append('old')]);
    const late = held.current();
    reopen();
    await append('acknowledged');
    disk.calls.length = 0;
    const writes = ['late', ''].map((body) =>
      late.append(createIncomingReport({ body: Buffer.from(body) })),
    );
    for (const write of [...writes, late.settle([1]), late.probe()]) {
      await expect(write).rejects.toMatchObject(UNAVAILABLE);
    }
    expect(disk.calls).toEqual([]);
    expect(await claimBodies()).toEqual(['acknowledged']);
  });

  it('commits the writes that waited when it was closed', async () => {
    const waiting = append('one');
    file.close();
    await waiting;
    reopen();
    expect(await claimBodies()).toEqual(['one']);
  });
});

describe('a body that cannot be read', () => {
  it('is tried a few times, and then handed out as failed', async () => {
    await append('one');
    await append('two');
    disk.breakPageAt(0);
    for (let count = 1; count < 5; count += 1)
      await expect(spool.claim(ALL)).rejects.toThrow('EIO');
    expect(await claimBodies()).toEqual([LOST, 'two']);
  });

  it.each(['1099511627776', `${Number.MAX_SAFE_INTEGER}`, '9223372036854775807', '-5'])(
    'is handed out as failed when its row says the length %s',
    async (bytes) => {
      for (const text of ['one', 'two', 'three']) await append(text);
      file.db.exec(`UPDATE reports SET body_bytes = ${bytes} WHERE id < 3`);
      reopen();
      const found = [await claimBodies(), await claimBodies(), await claimBodies()];
      expect(found.flat()).toEqual([LOST, LOST, 'three']);
    },
  );
});

describe('a body that is gone', () => {
  it('fails its report, also of an earlier opening, and no other report', async () => {
    await append('one');
    reopen();
    await append('two');
    rmSync(locate('segments', '1'));
    const [failed, other] = await spool.claim(ALL);
    expect(String(other?.body)).toBe('two');
    const outcomes = [{ outcome: 'failed', reason: 'damaged', kind: 'error' }];
    expect(failed).toMatchObject({ body: Buffer.alloc(0), failure: { reason: LOST, outcomes } });
    await spool.settle([failed!.id]);
    expect(spool.queuedBytes).toBe(3);
  });

  it('is not mistaken for a newer body in its place after old rows were restored', async () => {
    await append('old');
    const backup = join(createTemporaryFolder(), 'spool.sqlite');
    file.close();
    cpSync(locate('spool.sqlite'), backup);
    reopen();
    await spool.settle([1]);
    for (let count = 0; count < 17; count += 1) await append(Buffer.alloc(MB));
    file.close();
    cpSync(backup, locate('spool.sqlite'));
    reopen();
    expect(await claimBodies()).toEqual([LOST]);
  });
});
