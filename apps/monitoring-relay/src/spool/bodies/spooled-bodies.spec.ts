import { cpSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { silenceLog } from '../../../test/support/silence-log.ts';
import { DiskDouble } from '../../../test/support/disk-double.ts';
import { createIncomingReport } from '../../../test/support/incoming-report.ts';
import { openSpool } from '../../../test/support/opened-spool.ts';
import { createTemporaryFolder } from '../../../test/support/temporary-folder.ts';
import type { SpoolFile } from '../file/spool-file.ts';
import type { SqliteSpool } from '../sqlite-spool.ts';

silenceLog();

const ALL = { maxReports: 1000, maxBytes: Infinity };
const MB = 1024 * 1024;

let folder: string;
let disk: DiskDouble;
let file: SpoolFile;
let spool: SqliteSpool;

function open(path = folder): void {
  ({ file, spool } = openSpool(path, { disk }));
}

beforeEach(() => {
  folder = createTemporaryFolder();
  disk = new DiskDouble();
  open();
});

afterEach(() => file.close());

const append = (text: string | Buffer): Promise<number> =>
  spool.append(createIncomingReport({ body: Buffer.from(text) }));

async function claimBodies(): Promise<string[]> {
  return (await spool.claim(ALL)).map(({ body, failure }) => failure?.reason ?? String(body));
}

const LOST = 'The body of this report in segment 1 is gone, or damaged.';

const listSegments = (): string[] => readdirSync(join(folder, 'segments'));
const refuse = (what: string): unknown =>
  file.db.exec(`CREATE TRIGGER refuse BEFORE ${what} BEGIN SELECT raise(ABORT, 'full'); END`);

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
    // Copies the files of an open spool, because a killed process leaves them in this state.
    const killed = createTemporaryFolder();
    cpSync(folder, killed, { recursive: true });
    file.close();
    open(killed);
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
    expect(listSegments()).toHaveLength(5);
    await spool.settle((await spool.claim(ALL)).map(({ id }) => id));
    expect(listSegments()).toHaveLength(3);
    file.clear();
    expect(listSegments()).toEqual([]);
  });
});

describe('settled reports', () => {
  const GONE = 'of-a-report-that-has-gone';
  const readAll = (path = folder): string =>
    readdirSync(path, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'latin1'))
      .join('\n');

  async function leaveSome(): Promise<void> {
    const body = Buffer.from(GONE.repeat(100));
    const gone = { body, publicKey: GONE, senderAddress: '203.0.113.77' };
    const ids = [
      await spool.append(createIncomingReport(gone)),
      await append('waits'),
      await spool.append(
        createIncomingReport({ body: Buffer.from('is owed'), forwarding: 'also' }),
      ),
      await spool.append(createIncomingReport({ ...gone, forwarding: 'also' })),
    ];
    await spool.settle([ids[0]!, ids[2]!, ids[3]!]);
    await spool.forwards.settle([ids[3]!], () => []);
  }

  const expectCleared = async (path = folder): Promise<void> => {
    const left = readAll(path);
    expect(left).not.toContain(GONE);
    expect(left).not.toContain('203.0.113.77');
    const copy = createTemporaryFolder();
    cpSync(path, copy, { recursive: true });
    const opened = openSpool(copy);
    const [waits] = await opened.spool.claim(ALL);
    expect(String(waits?.body)).toBe('waits');
    const [owed] = opened.spool.forwards.listOldest(9);
    expect(opened.spool.forwards.readBody(owed!.id)).toMatchObject({
      bytes: Buffer.from('is owed'),
    });
    opened.file.close();
  };

  it('are cleared from the disk after two looks without a write, and waiting reports stay', async () => {
    await leaveSome();
    file.clearOnceIdle();
    expect(readAll()).toContain(GONE);
    file.clearOnceIdle();
    await expectCleared();
  });

  it('are cleared from the disk after six looks, however much is written', async () => {
    await leaveSome();
    for (let look = 0; look < 6; look += 1) {
      await spool.settle([await append('another')]);
      file.clearOnceIdle();
    }
    await expectCleared();
  });

  it('are cleared from the disk at a stop', async () => {
    await leaveSome();
    await spool.close();
    await expectCleared();
    open();
  });

  it('are cleared from the disk when the orphaned spool of a killed relay is idle', async () => {
    await leaveSome();
    const copy = createTemporaryFolder();
    cpSync(folder, copy, { recursive: true });
    file.close();
    open(copy);
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
    expect(refused).toMatchObject({ reason: { code: 'spool.unavailable' } });
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
    await expect(spool.probe()).rejects.toMatchObject({ code: 'spool.unavailable' });
    disk.recover();
    await spool.probe();
    expect(spool.isFailing).toBe(false);
    expect(await claimBodies()).toEqual([]);
  });

  it('leaves no room reserved for probes that failed', async () => {
    refuse('DELETE ON probe');
    for (let count = 0; count < 3; count += 1) {
      await expect(spool.probe()).rejects.toMatchObject({ code: 'spool.unavailable' });
    }
    file.db.exec('DROP TRIGGER refuse');
    await spool.probe();
    await append('one');
    expect(file.db.prepare('SELECT body_offset FROM reports').pluck().get()).toBe(0);
  });

  it('is not acknowledged when its sync fails, and later bodies avoid the segment', async () => {
    await append('one');
    disk.fail('sync', 'EIO');
    await expect(append('two')).rejects.toMatchObject({ code: 'spool.unavailable' });
    disk.recover();
    await append('three');
    const segments = file.db.prepare('SELECT segment FROM reports ORDER BY id').pluck().all();
    expect(segments).toEqual([1, 2]);
    expect(await claimBodies()).toEqual(['one', 'three']);
  });

  it('stays out of the queue when the commit of its row fails', async () => {
    await append('one');
    refuse('INSERT ON reports');
    await expect(append('two')).rejects.toMatchObject({ code: 'spool.unavailable' });
    file.db.exec('DROP TRIGGER refuse');
    await append('three');
    expect(await claimBodies()).toEqual(['one', 'three']);
  });

  it('is not overwritten when the commit that settles it fails', async () => {
    const id = await append('one');
    refuse('DELETE ON reports');
    await expect(spool.settle([id])).rejects.toMatchObject({ code: 'spool.unavailable' });
    file.db.exec('DROP TRIGGER refuse');
    await append('two');
    expect(await claimBodies()).toEqual(['one', 'two']);
  });
});

describe('a closed spool', () => {
  it('rejects later writes, and touches no file, since another process may use them', async () => {
    await spool.settle([await append('old')]);
    const late = spool;
    file.close();
    open();
    await append('acknowledged');
    disk.calls.length = 0;
    for (const write of [
      late.append(createIncomingReport({ body: Buffer.from('late') })),
      late.append(createIncomingReport({ body: Buffer.alloc(0) })),
      late.settle([1]),
      late.probe(),
    ]) {
      await expect(write).rejects.toMatchObject({ code: 'spool.unavailable' });
    }
    expect(disk.calls).toEqual([]);
    expect(await claimBodies()).toEqual(['acknowledged']);
  });

  it('commits the writes that waited when it was closed', async () => {
    const waiting = append('one');
    file.close();
    await waiting;
    open();
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

  it.each([2 ** 40, Number.MAX_SAFE_INTEGER, -5])(
    'is handed out as failed when its row says the length %d',
    async (bytes) => {
      for (const text of ['one', 'two', 'three']) await append(text);
      file.db.prepare('UPDATE reports SET body_bytes = ? WHERE id < 3').run(bytes);
      file.close();
      open();
      const found = [await claimBodies(), await claimBodies(), await claimBodies()];
      expect(found.flat()).toEqual([LOST, LOST, 'three']);
    },
  );

  it('does not keep its spool from opening, whatever length its row says', async () => {
    for (const text of ['one', 'two']) await append(text);
    file.db.exec('UPDATE reports SET body_bytes = 9223372036854775807');
    file.close();
    open();
    expect(await claimBodies()).toEqual([LOST, LOST]);
  });
});

describe('a body that is gone', () => {
  it('fails its report, also of an earlier opening, and no other report', async () => {
    await append('one');
    file.close();
    open();
    await append('two');
    rmSync(join(folder, 'segments', '1'));
    const [failed, other] = await spool.claim(ALL);
    expect(String(other?.body)).toBe('two');
    expect(failed).toMatchObject({
      body: Buffer.alloc(0),
      failure: {
        reason: LOST,
        outcomes: [{ outcome: 'failed', reason: 'damaged', kind: 'error' }],
      },
    });
    await spool.settle([failed!.id]);
    expect(spool.queuedBytes).toBe(3);
  });

  it('is not mistaken for a newer body in its place after old rows were restored', async () => {
    await append('old');
    const backup = createTemporaryFolder();
    file.close();
    cpSync(join(folder, 'spool.sqlite'), join(backup, 'spool.sqlite'));
    open();
    await spool.settle([1]);
    for (let count = 0; count < 17; count += 1) await append(Buffer.alloc(MB));
    file.close();
    cpSync(join(backup, 'spool.sqlite'), join(folder, 'spool.sqlite'));
    open();
    expect(await claimBodies()).toEqual([LOST]);
  });
});
