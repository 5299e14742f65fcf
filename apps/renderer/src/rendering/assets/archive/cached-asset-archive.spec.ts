import { describe, expect, it } from '@jest/globals';
import { AssetArchive } from './asset-archive.ts';
import type { FoundAsset } from './asset-archive.ts';
import { CachedAssetArchive } from './cached-asset-archive.ts';

const MEBIBYTE = 1024 * 1024;

/** Has whatever was put into it, and counts how often it is asked. */
class CountingArchive extends AssetArchive {
  readonly files = new Map<string, FoundAsset>();
  asked: string[] = [];
  fault: Error | undefined;

  has(name: string, bytes = 1): void {
    this.files.set(name, { encoding: 'br', body: Buffer.alloc(bytes) });
  }

  override async find(name: string): Promise<FoundAsset | undefined> {
    this.asked.push(name);
    if (this.fault) throw this.fault;
    return this.files.get(name);
  }

  override async keep(): Promise<void> {}

  override async touch(): Promise<void> {}

  override async forget(): Promise<void> {
    this.files.clear();
  }
}

function open() {
  const time = { ms: 0 };
  const archive = new CountingArchive();
  const cached = new CachedAssetArchive(archive, { nowMs: () => time.ms });
  return { time, archive, find: (name: string) => cached.find(name, ['br']), cached };
}

describe('CachedAssetArchive', () => {
  it('asks once for a file, however many want it at once or later', async () => {
    const { archive, find } = open();
    archive.has('a');
    const found = await Promise.all([find('a'), find('a')]);
    expect([...found, await find('a')]).toEqual(Array(3).fill(archive.files.get('a')));
    expect(archive.asked).toEqual(['a']);
  });

  it('asks for another encoding of the same file', async () => {
    const { archive, cached } = open();
    archive.has('a');
    await cached.find('a', ['br']);
    await cached.find('a', ['identity']);
    expect(archive.asked).toHaveLength(2);
  });

  it('remembers for a minute that a file is missing', async () => {
    const { time, archive, find } = open();
    expect(await find('a')).toBeUndefined();
    archive.has('a');
    time.ms = 59_999;
    expect(await find('a')).toBeUndefined();
    expect(archive.asked).toEqual(['a']);
    time.ms = 60_000;
    expect(await find('a')).toBeDefined();
  });

  it('asks again for what was missing once something was kept', async () => {
    const { archive, cached, find } = open();
    await find('a');
    archive.has('a');
    await cached.keep('build', []);
    expect(await find('a')).toBeDefined();
  });

  it('holds 4 MiB of files, those that were asked for last', async () => {
    const { archive, find } = open();
    for (const name of ['a', 'b', 'c']) archive.has(name, 2 * MEBIBYTE);
    for (const name of ['a', 'b', 'c', 'b', 'c', 'a']) await find(name);
    expect(archive.asked).toEqual(['a', 'b', 'c', 'a']);
  });

  it('holds 1,000 missing names, and no file fewer for them', async () => {
    const { archive, find } = open();
    archive.has('a');
    await find('a');
    for (let index = 0; index <= 1000; index += 1) await find(`missing-${index}`);
    archive.asked = [];
    for (const name of ['a', 'missing-1000', 'missing-1', 'missing-0']) await find(name);
    expect(archive.asked).toEqual(['missing-0']);
  });

  it('remembers no fault', async () => {
    const { archive, find } = open();
    archive.has('a');
    archive.fault = new Error('away');
    await expect(find('a')).rejects.toThrow('away');
    archive.fault = undefined;
    expect(await find('a')).toBeDefined();
  });

  it('forgets what the archive forgets', async () => {
    const { archive, cached, find } = open();
    archive.has('a');
    await find('a');
    await cached.forget(0);
    expect(await find('a')).toBeUndefined();
  });
});
