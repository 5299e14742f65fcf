import * as fs from 'node:fs';
import { dirname } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { ALL, useSpool } from '../../../test/support/use-spool.ts';

const NOTHING = Buffer.alloc(0);

const { file, bodies, spool, locate, reopen, spill, ...held } = useSpool();

const listFiles = (): string[] => fs.readdirSync(locate('bodies'));

async function write(...texts: string[]) {
  const written: number[] = [];
  const body = bodies.begin((bytes) => written.push(bytes));
  body.write(texts.map((text) => Buffer.from(text)));
  const finished = await body.finish();
  return { body, finished, sum: written.reduce((sum, bytes) => sum + bytes, 0) };
}

describe('a body that is written to a file', () => {
  it('is whole once it is finished, and reports the bytes written', async () => {
    const { finished, sum } = await write('a', 'b', 'c');
    expect(finished).toEqual({ name: expect.stringMatching(/^[0-9a-f]{24}$/), bytes: 3 });
    expect(fs.readFileSync(bodies.locate(finished.name), 'utf8')).toBe('abc');
    expect(sum).toBe(3);
  });

  it('can be read and overwritten while it is open', async () => {
    const body = bodies.begin(() => undefined);
    body.write([Buffer.from('abc'), Buffer.from('def')]);
    expect((await body.read(1, 3)).toString()).toBe('bcd');
    await body.overwrite(2, Buffer.from('XY'));
    body.write([Buffer.from('ghi')]);
    const { name } = await body.finish();
    expect(fs.readFileSync(bodies.locate(name), 'utf8')).toBe('abXYefghi');
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
    fs.mkdirSync(dirname(file.bodiesFolder), { recursive: true });
    fs.writeFileSync(file.bodiesFolder, 'no folder');
    const body = bodies.begin(() => undefined);
    body.write([Buffer.alloc(10)]);
    await expect(body.finish()).rejects.toMatchObject({ code: 'EEXIST' });
    expect(body.failure).toMatchObject({ code: 'EEXIST' });
    await bodies.discard(body);
  });

  it('counts as queued until it is discarded', async () => {
    const { body } = await write('abcdef');
    expect(spool.queuedBytes).toBe(6);
    await bodies.discard(body);
    expect(spool.queuedBytes).toBe(0);
    expect(listFiles()).toEqual([]);
  });
});

describe('a report whose body is in a file', () => {
  it('is claimed with the path of the file, and removes the file when it is settled', async () => {
    const id = await spill('abc');
    expect(spool.queuedBytes).toBe(3);
    const [report] = await spool.claim(ALL);
    expect(report).toMatchObject({ id, body: NOTHING });
    expect(fs.readFileSync(report!.bodyFile!, 'utf8')).toBe('abc');
    await spool.settle([id]);
    expect(listFiles()).toEqual([]);
    expect(spool.queuedBytes).toBe(0);
  });

  it('counts with the size of its file towards the bound of a claim', async () => {
    await spill('abc');
    await spill('def');
    expect(await spool.claim({ maxReports: 10, maxBytes: 4 })).toHaveLength(1);
  });

  it('keeps its file and size when the spool is reopened or copied', async () => {
    await spill('abc');
    file.close();
    const copy = held.copyFolder();
    reopen(copy);
    expect(spool.queuedBytes).toBe(3);
    const [report] = await spool.claim(ALL);
    expect(fs.readFileSync(report!.bodyFile!, 'utf8')).toBe('abc');
    expect(report!.bodyFile!.startsWith(copy)).toBe(true);
  });

  it('keeps its file where the commit that settles it fails', async () => {
    const id = await spill('abc');
    held.refuse('DELETE ON body_files');
    await expect(spool.settle([id])).rejects.toMatchObject({ code: 'spool.unavailable' });
    expect(listFiles()).toHaveLength(1);
    held.allow();
    await spool.settle([id]);
    expect(listFiles()).toEqual([]);
  });

  it.each([
    ['is gone', (path: string) => fs.rmSync(path)],
    ['was cut', (path: string) => fs.truncateSync(path, 2)],
  ])('is handed out as failed, without holding up others, when its file %s', async (_, damage) => {
    await spill('abc');
    damage(bodies.locate(listFiles()[0]!));
    const next = await spill('def');
    const [failed, other] = await spool.claim(ALL);
    expect(other).toMatchObject({ id: next });
    expect(failed).not.toHaveProperty('bodyFile');
    const damaged = { outcome: 'failed', reason: 'damaged', kind: 'error' };
    expect(failed!.failure!.outcomes).toMatchObject([damaged]);
  });
});

describe('a body file that no row names', () => {
  it('is removed when the spool is opened', async () => {
    await spill('abc');
    const { finished } = await write('never acknowledged');
    expect(listFiles()).toHaveLength(2);
    reopen();
    expect(listFiles()).toHaveLength(1);
    expect(listFiles()).not.toContain(finished.name);
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
