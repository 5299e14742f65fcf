import { cpSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { silenceLog } from '../../../test/support/silence-log.ts';
import { damageBodyOf } from '../../../test/support/damage.ts';
import { DiskDouble } from '../../../test/support/disk-double.ts';
import { createIncomingReport } from '../../../test/support/incoming-report.ts';
import { openSpool } from '../../../test/support/opened-spool.ts';
import { createTemporaryFolder } from '../../../test/support/temporary-folder.ts';
import type { SpoolFile } from '../file/spool-file.ts';
import { SqliteSpool } from '../sqlite-spool.ts';

silenceLog();

const PAGE = 4096;
const SEGMENT_BYTES = 16 * PAGE;
/**
 * Disk space that is allowed besides the forwarded bodies: the segment being written, two spare
 * segments, and one more.
 */
const MOST_BESIDE = 4 * SEGMENT_BYTES;
const REFUSING =
  "CREATE TRIGGER refuse BEFORE UPDATE ON forwards BEGIN SELECT raise(ABORT, 'full'); END";
const ALL = { maxReports: 10_000, maxBytes: Infinity };

let folder: string;
let disk: DiskDouble;
let file: SpoolFile;
let spool: SqliteSpool;
let forwarded: Map<number, string>;

function open(path = folder): void {
  ({ file, spool } = openSpool(path, { disk, segmentBytes: SEGMENT_BYTES }));
}

beforeEach(() => {
  folder = createTemporaryFolder();
  disk = new DiskDouble();
  forwarded = new Map();
  open();
});

afterEach(() => file.close());

async function append(text: string, traits: 'forwarded' | 'ours' = 'forwarded'): Promise<number> {
  const body = Buffer.alloc(PAGE, `${text} `);
  const isForwarded = traits === 'forwarded' && ({ forwarding: 'also' } as const);
  const id = await spool.append(createIncomingReport({ body, ...isForwarded }));
  if (isForwarded) forwarded.set(id, String(body));
  return id;
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
  file.db.exec(REFUSING);
  await takeMany();
  await spool.forwards.compact();
  file.db.exec('DROP TRIGGER refuse');
}

const listSegments = (path = folder): string[] => readdirSync(join(path, 'segments'));

function measureDisk(): number {
  const sizes = listSegments().map((name) => statSync(join(folder, 'segments', name)).size);
  return sizes.reduce((sum, size) => sum + size, 0);
}

function readOwed(): (string | undefined)[] {
  return [...forwarded.keys()].map((id) => {
    const body = spool.forwards.readBody(id);
    return body && 'bytes' in body ? String(body.bytes) : undefined;
  });
}

describe('compaction of the bodies to forward', () => {
  it('keeps the disk at twice their bytes and four segments at most', async () => {
    for (let round = 0; round < 5; round += 1) {
      await takeMany(16);
      await spool.forwards.compact();
      expect(measureDisk()).toBeLessThanOrEqual(2 * spool.forwards.amount.bytes + MOST_BESIDE);
    }
    expect(readOwed()).toEqual([...forwarded.values()]);
  });

  it('runs by itself as other reports of their segments are settled', async () => {
    await takeMany();
    for (let turn = 0; turn < 100; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    expect(listSegments().length).toBeLessThan(20);
  });

  it('moves bodies so that they are found after a kill, and freed once they are sent', async () => {
    await takeManyInPlace();
    await spool.forwards.compact();
    const killed = createTemporaryFolder();
    cpSync(folder, killed, { recursive: true });
    file.close();
    open(killed);
    expect(readOwed()).toEqual([...forwarded.values()]);
    await spool.forwards.settle([...forwarded.keys()], () => []);
    await append('next', 'ours');
    file.close();
    open(killed);
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
    file.db.defineFunction('kill', () => cpSync(folder, killed, { recursive: true }));
    const first = Math.min(...forwarded.keys());
    file.db.exec(
      `CREATE TEMP TRIGGER kill AFTER UPDATE ON forwards WHEN new.id = ${first} BEGIN SELECT kill(); END`,
    );
    await spool.forwards.compact();
    file.close();
    open(killed);
    expect(listSegments(killed).length).toBeGreaterThan(4);
    expect(readOwed()).toEqual([...forwarded.values()]);
  });

  it('moves bodies of a reopened spool with segments that were hardly used', async () => {
    for (let opening = 0; opening < 30; opening += 1) {
      await append(`owed ${opening}`);
      for (let other = 0; other < 3; other += 1) await append('other', 'ours');
      await processAll();
      file.close();
      open();
    }
    expect(listSegments()).toHaveLength(30);
    await spool.forwards.compact();
    expect(measureDisk()).toBeLessThanOrEqual(2 * spool.forwards.amount.bytes + MOST_BESIDE);
    expect(readOwed()).toEqual([...forwarded.values()]);
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
    open();
    expect(listSegments().length).toBeGreaterThan(40);
    expect(readOwed()).toEqual([...forwarded.values()]);
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
    expect(readOwed()).toEqual([...forwarded.values()]);
    await spool.forwards.compact();
    expect(measureDisk()).toBeLessThanOrEqual(2 * spool.forwards.amount.bytes + MOST_BESIDE);
    expect(readOwed()).toEqual([...forwarded.values()]);
  });

  it('stays in place when the commit of the move fails', async () => {
    await takeMany();
    file.db.exec(REFUSING);
    await spool.forwards.compact();
    expect(readOwed()).toEqual([...forwarded.values()]);
    file.db.exec('DROP TRIGGER refuse');
    await spool.forwards.compact();
    expect(measureDisk()).toBeLessThanOrEqual(2 * spool.forwards.amount.bytes + MOST_BESIDE);
    expect(readOwed()).toEqual([...forwarded.values()]);
  });

  it('stays in place while other reports of its segment are to be processed', async () => {
    for (let count = 0; count < 20; count += 1) {
      await append(`owed ${count}`);
      for (let other = 0; other < 7; other += 1) await append(`other ${count}`, 'ours');
    }
    const claimed = await spool.claim(ALL);
    await spool.settle(claimed.filter(({ id }) => id % 16 !== 2).map(({ id }) => id));
    spool.clearAttempts();
    await spool.forwards.compact();
    const bodies = (await new SqliteSpool(file).claim(ALL)).map(({ body }) =>
      String(body.subarray(0, 5)),
    );
    expect(bodies).toEqual(Array.from({ length: 10 }, () => 'other'));
  });

  it('holds no space when it is damaged, and settles as damaged', async () => {
    await append('x');
    const damaged = await spool.append(
      createIncomingReport({ body: Buffer.alloc(PAGE, 'd'), forwarding: 'also' }),
    );
    await takeMany();
    file.close();
    damageBodyOf('d', file.db.name);
    open();
    await spool.forwards.compact();
    expect(readOwed()).toEqual([...forwarded.values()]);
    expect(spool.forwards.readBody(damaged)).toBeUndefined();
    expect(await spool.forwards.settle([damaged], () => [])).toMatchObject([{ bytes: PAGE }]);
    expect(measureDisk()).toBeLessThanOrEqual(2 * spool.forwards.amount.bytes + MOST_BESIDE);
  });
});
