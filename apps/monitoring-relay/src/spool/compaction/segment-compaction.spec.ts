import { cpSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { damageBodyOf } from '../../../test/support/damage.ts';
import { DiskDouble } from '../../../test/support/disk-double.ts';
import { createTemporaryFolder } from '../../../test/support/temporary-folder.ts';
import { ALL, useSpool } from '../../../test/support/use-spool.ts';
import { SqliteSpool } from '../sqlite-spool.ts';

const PAGE = 4096;
const SEGMENT_BYTES = 16 * PAGE;
/**
 * Disk space that is allowed besides the forwarded bodies: the segment being written, two spare
 * segments, and one more.
 */
const MOST_BESIDE = 4 * SEGMENT_BYTES;
const MOVES = 'UPDATE ON forwards';

let disk: DiskDouble;
let forwarded: Map<number, string>;

beforeEach(() => {
  disk = new DiskDouble();
  forwarded = new Map();
});

const { file, spool, locate, reopen, readForward, settleForwards, ...held } = useSpool(() => ({
  disk,
  segmentBytes: SEGMENT_BYTES,
}));

async function append(text: string, forwarding: 'also' | 'ours' = 'also'): Promise<void> {
  const body = Buffer.alloc(PAGE, `${text} `);
  if (forwarding === 'ours') return void (await held.append(body));
  forwarded.set(await held.append(body, { forwarding }), String(body));
}

const processAll = async (): Promise<void> =>
  spool.settle((await spool.claim(ALL)).map(({ id }) => id));

async function takeMany(segments = 40): Promise<void> {
  for (let count = 0; count < segments * 2; count += 1) {
    await append(`owed ${count}`);
    for (let other = 0; other < 7; other += 1) await append('other', 'ours');
    await processAll();
  }
}

async function takeManyInPlace(): Promise<void> {
  held.refuse(MOVES);
  await takeMany();
  await spool.forwards.compact();
  held.allow();
}

const listSegments = (path = locate()): string[] => readdirSync(join(path, 'segments'));

function measureDisk(): number {
  const sizes = listSegments().map((name) => statSync(locate('segments', name)).size);
  return sizes.reduce((sum, size) => sum + size, 0);
}

function expectCompacted(): void {
  expect(measureDisk()).toBeLessThanOrEqual(2 * spool.forwards.amount.bytes + MOST_BESIDE);
  expectAllOwed();
}

function expectAllOwed(): void {
  expect([...forwarded.keys()].map(readForward)).toEqual([...forwarded.values()]);
}

describe('compaction of the bodies to forward', () => {
  it('keeps the disk at twice their bytes and four segments at most', async () => {
    for (let round = 0; round < 5; round += 1) {
      await takeMany(16);
      await spool.forwards.compact();
      expectCompacted();
    }
  });

  it('runs by itself as other reports of their segments are settled', async () => {
    await takeMany();
    for (let turn = 0; turn < 100; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    expect(listSegments().length).toBeLessThan(20);
  });

  it('moves bodies so that they are found after a kill, and freed once they are sent', async () => {
    await takeManyInPlace();
    await spool.forwards.compact();
    const killed = held.copyFolder();
    reopen(killed);
    expectAllOwed();
    await settleForwards(...forwarded.keys());
    await append('next', 'ours');
    reopen(killed);
    expect(listSegments(killed)).toHaveLength(1);
  });

  it('syncs a moved body before a row names its new place', async () => {
    await takeManyInPlace();
    const order: string[] = [];
    file.db.defineFunction('note', () => void order.push(...disk.calls.splice(0), 'row'));
    file.db.exec('CREATE TEMP TRIGGER note AFTER UPDATE ON forwards BEGIN SELECT note(); END');
    disk.calls.length = 0;
    await spool.forwards.compact();
    const first = order.indexOf('row');
    const written = order.slice(0, first).filter((call) => call.startsWith('write'));
    expect(written.length).toBeGreaterThan(0);
    for (const call of written)
      expect(order.indexOf(call.replace('write', 'sync'))).toBeLessThan(first);
    expect(order.filter((call) => call === 'row').length).toBeGreaterThan(70);
  });

  it('loses no body when the relay is killed before the move is committed', async () => {
    await takeManyInPlace();
    const killed = createTemporaryFolder();
    file.db.defineFunction('kill', () => cpSync(locate(), killed, { recursive: true }));
    const when = `UPDATE ON forwards WHEN new.id = ${Math.min(...forwarded.keys())}`;
    file.db.exec(`CREATE TEMP TRIGGER kill AFTER ${when} BEGIN SELECT kill(); END`);
    await spool.forwards.compact();
    reopen(killed);
    expect(listSegments(killed).length).toBeGreaterThan(4);
    expectAllOwed();
  });

  it('moves bodies of a reopened spool with segments that were hardly used', async () => {
    for (let opening = 0; opening < 30; opening += 1) {
      await append(`owed ${opening}`);
      for (let other = 0; other < 3; other += 1) await append('other', 'ours');
      await processAll();
      reopen();
    }
    expect(listSegments()).toHaveLength(30);
    await spool.forwards.compact();
    expectCompacted();
  });

  it('lets new reports in between', async () => {
    await takeManyInPlace();
    const order: string[] = [];
    const compaction = spool.forwards.compact().then(() => order.push('moved'));
    await append('new', 'ours').then(() => order.push('taken'));
    await compaction;
    expect(order).toEqual(['taken', 'moved']);
  });

  it('stops when the spool is closed', async () => {
    await takeManyInPlace();
    const compaction = spool.forwards.compact();
    file.close();
    await compaction;
    reopen();
    expect(listSegments().length).toBeGreaterThan(40);
    expectAllOwed();
  });
});

describe('a body to forward that cannot be moved', () => {
  it('stays in place while the disk has no room, and keeps no report out', async () => {
    await takeManyInPlace();
    // Fails the write of the moved bodies, but not the write of the new report.
    disk.fail('write', 'ENOSPC', 2);
    const moving = spool.forwards.compact();
    await append('new');
    await moving;
    disk.recover();
    expect(listSegments().length).toBeGreaterThan(40);
    expectAllOwed();
    await spool.forwards.compact();
    expectCompacted();
  });

  it('stays in place when the commit of the move fails', async () => {
    await takeMany();
    held.refuse(MOVES);
    await spool.forwards.compact();
    expectAllOwed();
    held.allow();
    await spool.forwards.compact();
    expectCompacted();
  });

  it('stays in place while other reports of its segment are to be processed', async () => {
    for (let count = 0; count < 20; count += 1) {
      await append(`owed ${count}`);
      for (let other = 0; other < 7; other += 1) await append(`other ${count}`, 'ours');
    }
    const first = await spool.claim(ALL);
    await spool.settle(first.filter(({ id }) => id % 16 !== 2).map(({ id }) => id));
    spool.clearAttempts();
    await spool.forwards.compact();
    const claimed = await new SqliteSpool(file).claim(ALL);
    const texts = claimed.map(({ body }) => String(body.subarray(0, 5)));
    expect(texts.join(' ')).toBe('other '.repeat(10).trim());
  });

  it('holds no space when it is damaged, and settles as damaged', async () => {
    await append('x');
    const damaged = await held.append(Buffer.alloc(PAGE, 'd'), { forwarding: 'also' });
    await takeMany();
    file.close();
    damageBodyOf('d', file.db.name);
    reopen();
    await spool.forwards.compact();
    expectAllOwed();
    expect(readForward(damaged)).toBeUndefined();
    expect(await settleForwards(damaged)).toMatchObject([{ bytes: PAGE }]);
    expectCompacted();
  });
});
