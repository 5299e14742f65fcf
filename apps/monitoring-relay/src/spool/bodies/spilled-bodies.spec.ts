import {
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { silenceLog } from '../../../test/support/silence-log.ts';
import { createIncomingReport } from '../../../test/support/incoming-report.ts';
import { openSpool } from '../../../test/support/opened-spool.ts';
import { createTemporaryFolder } from '../../../test/support/temporary-folder.ts';
import type { SpoolBodies } from './spool-bodies.ts';
import type { SpoolFile } from '../file/spool-file.ts';
import type { SqliteSpool } from '../sqlite-spool.ts';

silenceLog();

const ALL = { maxReports: 1000, maxBytes: Infinity };
const NOTHING = Buffer.alloc(0);

let folder: string;
let file: SpoolFile;
let bodies: SpoolBodies;
let spool: SqliteSpool;
const written: number[] = [];

function open(path = folder): void {
  ({ file, bodies, spool } = openSpool(path));
}

beforeEach(() => {
  folder = createTemporaryFolder();
  written.length = 0;
  open();
});

afterEach(() => file.close());

const listFiles = (): string[] => readdirSync(join(folder, 'bodies'));

async function spill(text: string) {
  const body = bodies.begin((bytes) => written.push(bytes));
  body.write(text.split('').map((letter) => Buffer.from(letter)));
  return { body, spilled: await body.finish() };
}

async function append(text: string): Promise<number> {
  const { spilled } = await spill(text);
  return spool.append(createIncomingReport({ body: NOTHING, spilled }));
}

describe('a body that is written to a file', () => {
  it('is whole once it is finished, and reports the bytes written', async () => {
    const { spilled } = await spill('abc');
    expect(spilled).toEqual({ name: expect.stringMatching(/^[0-9a-f]{24}$/), bytes: 3 });
    expect(readFileSync(bodies.locate(spilled.name), 'utf8')).toBe('abc');
    expect(written.reduce((sum, bytes) => sum + bytes, 0)).toBe(3);
  });

  it('can be read and overwritten while it is open', async () => {
    const body = bodies.begin(() => undefined);
    body.write([Buffer.from('abc'), Buffer.from('def')]);
    expect((await body.read(1, 3)).toString()).toBe('bcd');
    await body.overwrite(2, Buffer.from('XY'));
    body.write([Buffer.from('ghi')]);
    const { name } = await body.finish();
    expect(readFileSync(bodies.locate(name), 'utf8')).toBe('abXYefghi');
  });

  it('makes its writer wait while much of it is still in memory', async () => {
    const body = bodies.begin(() => undefined);
    body.write([Buffer.alloc(10)]);
    expect(body.behind).toBeUndefined();
    body.write([Buffer.alloc(1024 * 1024)]);
    expect(body.behind).toBeDefined();
    await body.behind;
    expect(body.behind).toBeUndefined();
    await bodies.discard(body);
  });

  it('keeps the failure of a write, and rejects when it is finished', async () => {
    mkdirSync(dirname(file.bodiesFolder), { recursive: true });
    writeFileSync(file.bodiesFolder, 'no folder');
    const body = bodies.begin(() => undefined);
    body.write([Buffer.alloc(10)]);
    await expect(body.finish()).rejects.toMatchObject({ code: 'EEXIST' });
    expect(body.failure).toMatchObject({ code: 'EEXIST' });
    await bodies.discard(body);
  });

  it('counts as queued until it is discarded', async () => {
    const { body } = await spill('abcdef');
    expect(spool.queuedBytes).toBe(6);
    await bodies.discard(body);
    expect(spool.queuedBytes).toBe(0);
    expect(listFiles()).toEqual([]);
  });
});

describe('a report whose body is in a file', () => {
  it('is claimed with the path of the file, and removes the file when it is settled', async () => {
    const id = await append('abc');
    expect(spool.queuedBytes).toBe(3);
    const [report] = await spool.claim(ALL);
    expect(report).toMatchObject({ id, body: NOTHING });
    expect(readFileSync(report!.bodyFile!, 'utf8')).toBe('abc');
    await spool.settle([id]);
    expect(listFiles()).toEqual([]);
    expect(spool.queuedBytes).toBe(0);
  });

  it('counts with the size of its file towards the bound of a claim', async () => {
    await append('abc');
    await append('def');
    expect(await spool.claim({ maxReports: 10, maxBytes: 4 })).toHaveLength(1);
  });

  it('keeps its file and size when the spool is reopened or copied', async () => {
    await append('abc');
    file.close();
    const copy = join(createTemporaryFolder(), basename(folder));
    cpSync(folder, copy, { recursive: true });
    open(copy);
    expect(spool.queuedBytes).toBe(3);
    const [report] = await spool.claim(ALL);
    expect(readFileSync(report!.bodyFile!, 'utf8')).toBe('abc');
    expect(report!.bodyFile!.startsWith(copy)).toBe(true);
  });

  it('keeps its file where the commit that settles it fails', async () => {
    const id = await append('abc');
    file.db.exec(
      "CREATE TRIGGER refuse BEFORE DELETE ON body_files BEGIN SELECT raise(ABORT, 'full'); END",
    );
    await expect(spool.settle([id])).rejects.toMatchObject({ code: 'spool.unavailable' });
    expect(listFiles()).toHaveLength(1);
    file.db.exec('DROP TRIGGER refuse');
    await spool.settle([id]);
    expect(listFiles()).toEqual([]);
  });

  it.each([
    ['is gone', (path: string) => rmSync(path)],
    ['was cut', (path: string) => truncateSync(path, 2)],
  ])('is handed out as failed, without holding up others, when its file %s', async (_, damage) => {
    const { spilled } = await spill('abc');
    const contents = { kept: { error: 1 }, filtered: {} };
    await spool.append(createIncomingReport({ body: NOTHING, spilled, contents }));
    const next = await append('def');
    damage(bodies.locate(spilled.name));
    const [failed, other] = await spool.claim(ALL);
    expect(other).toMatchObject({ id: next });
    expect(failed).not.toHaveProperty('bodyFile');
    expect(failed!.failure!.outcomes).toMatchObject([
      { outcome: 'failed', reason: 'damaged', kind: 'error' },
    ]);
  });
});

describe('a body file that no row names', () => {
  it('is removed when the spool is opened', async () => {
    await append('abc');
    const { spilled } = await spill('never acknowledged');
    expect(listFiles()).toHaveLength(2);
    file.close();
    open();
    expect(listFiles()).toHaveLength(1);
    expect(listFiles()).not.toContain(spilled.name);
  });

  it('stays while it is being written', async () => {
    const body = bodies.begin(() => undefined);
    body.write([Buffer.from('abc')]);
    await body.read(0, 3);
    bodies.removeUnnamed(new Set());
    expect(listFiles()).toEqual([body.name]);
    await bodies.discard(body);
  });
});
