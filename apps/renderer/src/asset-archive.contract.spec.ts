import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { onEachDatabase } from '#persistence/testing';
import { DatabaseAssetArchive } from './database-asset-archive.ts';
import { CachedAssetArchive, FolderAssetArchive } from './rendering/assets/index.ts';
import type { AssetArchive, AssetEncoding, BuiltAsset } from './rendering/assets/index.ts';

const NOON_MS = Date.UTC(2026, 0, 5, 12) + 123;
const ALL: readonly AssetEncoding[] = ['br', 'gzip', 'identity'];

class HandClock {
  ms = NOON_MS;

  nowMs(): number {
    return this.ms;
  }
}

/** Counts how often its file is read. */
class FakeAsset implements BuiltAsset {
  reads = 0;

  constructor(
    readonly name: string,
    readonly encoding: AssetEncoding = 'identity',
    private readonly body: Buffer = Buffer.from(`${name} as ${encoding}`),
  ) {}

  get bytes(): number {
    return this.body.length;
  }

  async read(): Promise<Buffer> {
    this.reads += 1;
    return this.body;
  }
}

/** Opens what several processes have of one archive. */
type OpenArchives = (clock: HandClock) => Promise<() => AssetArchive>;

function describeArchive(openArchives: OpenArchives): void {
  async function open() {
    const clock = new HandClock();
    const openAgain = await openArchives(clock);
    return { clock, archive: openAgain(), openAgain };
  }

  it('finds for every process what one of them kept, byte for byte', async () => {
    const { archive, openAgain } = await open();
    const body = Buffer.from([0, 255, 10, 128]);
    await archive.keep('build-1', [new FakeAsset('a-12345678.js', 'identity', body)]);
    expect(await openAgain().find('a-12345678.js', ALL)).toEqual({ encoding: 'identity', body });
  });

  it('finds the smallest form among those asked for', async () => {
    const { archive } = await open();
    await archive.keep('build-1', [
      new FakeAsset('a-12345678.js', 'identity', Buffer.alloc(30)),
      new FakeAsset('a-12345678.js', 'gzip', Buffer.alloc(20)),
      new FakeAsset('a-12345678.js', 'br', Buffer.alloc(10)),
    ]);
    const find = async (encodings: readonly AssetEncoding[]) =>
      (await archive.find('a-12345678.js', encodings))?.encoding;
    expect(await find(ALL)).toBe('br');
    expect(await find(['gzip', 'identity'])).toBe('gzip');
    expect(await find(['identity'])).toBe('identity');
  });

  it('finds nothing of what no build has, before and after something is kept', async () => {
    const { archive } = await open();
    expect(await archive.find('a-12345678.js', ALL)).toBeUndefined();
    await archive.keep('build-1', [new FakeAsset('a-12345678.js', 'br')]);
    expect(await archive.find('b-12345678.js', ALL)).toBeUndefined();
    expect(await archive.find('a-12345678.js', ['identity'])).toBeUndefined();
  });

  it('finds the files of several builds', async () => {
    const { archive } = await open();
    await archive.keep('build-1', [new FakeAsset('a-12345678.js')]);
    await archive.keep('build-2', [new FakeAsset('b-12345678.js')]);
    for (const name of ['a-12345678.js', 'b-12345678.js']) {
      expect((await archive.find(name, ALL))?.body.toString()).toBe(`${name} as identity`);
    }
  });

  it('completes a build whose keeping broke off, and reads nothing twice', async () => {
    const { archive, openAgain } = await open();
    const kept = new FakeAsset('a-12345678.js');
    const broken = new FakeAsset('b-12345678.js');
    broken.read = () => Promise.reject(new Error('killed'));
    await expect(archive.keep('build-1', [kept, broken])).rejects.toThrow('killed');
    const missing = new FakeAsset('b-12345678.js');
    await openAgain().keep('build-1', [kept, missing]);
    expect([kept.reads, missing.reads]).toEqual([1, 1]);
    expect(await openAgain().find('b-12345678.js', ALL)).toBeDefined();
  });

  it('takes one build from several processes at once', async () => {
    const { openAgain } = await open();
    const names = Array.from({ length: 10 }, (_, index) => `a-${12_345_670 + index}.js`);
    const processes = Array.from({ length: 4 }, openAgain);
    await Promise.all(
      processes.map((archive) =>
        archive.keep(
          'build-1',
          names.map((name) => new FakeAsset(name)),
        ),
      ),
    );
    for (const name of names) {
      expect((await openAgain().find(name, ALL))?.body.toString()).toBe(`${name} as identity`);
    }
  });

  it('forgets the builds that were not in use since, and no other', async () => {
    const { archive, clock } = await open();
    await archive.keep('build-1', [new FakeAsset('a-12345678.js')]);
    await archive.keep('build-2', [new FakeAsset('b-12345678.js')]);
    clock.ms += 1;
    await archive.touch('build-2');
    await archive.forget(NOON_MS);
    expect(await archive.find('a-12345678.js', ALL)).toBeDefined();
    await archive.forget(NOON_MS + 1);
    expect(await archive.find('a-12345678.js', ALL)).toBeUndefined();
    expect(await archive.find('b-12345678.js', ALL)).toBeDefined();
  });

  it('counts keeping as a use', async () => {
    const { archive, clock } = await open();
    await archive.keep('build-1', [new FakeAsset('a-12345678.js')]);
    clock.ms += 1;
    await archive.keep('build-1', [new FakeAsset('a-12345678.js')]);
    await archive.forget(NOON_MS + 1);
    expect(await archive.find('a-12345678.js', ALL)).toBeDefined();
  });

  it('keeps again what it has forgotten', async () => {
    const { archive } = await open();
    await archive.keep('build-1', [new FakeAsset('a-12345678.js')]);
    await archive.forget(NOON_MS + 1);
    await archive.keep('build-1', [new FakeAsset('a-12345678.js')]);
    expect(await archive.find('a-12345678.js', ALL)).toBeDefined();
  });

  it('forgets nothing where nothing was kept', async () => {
    const { archive } = await open();
    await expect(archive.forget(NOON_MS)).resolves.toBeUndefined();
  });
}

describe('FolderAssetArchive', () => {
  const parent = mkdtempSync(join(tmpdir(), 'errata-assets-'));
  let folders = 0;

  afterAll(() => rmSync(parent, { recursive: true }));

  describeArchive(async (clock) => {
    folders += 1;
    const folder = join(parent, `assets-${folders}`);
    return () => new FolderAssetArchive(folder, clock);
  });
});

describe('DatabaseAssetArchive', () => {
  onEachDatabase(({ openFresh }) => {
    describeArchive(async (clock) => {
      const { openAgain } = await openFresh();
      return () => new DatabaseAssetArchive(openAgain().stores.keptAssets, clock);
    });
  });
});

describe('CachedAssetArchive, over a database', () => {
  onEachDatabase(({ openFresh }) => {
    describeArchive(async (clock) => {
      const { openAgain } = await openFresh();
      return () => {
        const archive = new DatabaseAssetArchive(openAgain().stores.keptAssets, clock);
        return new CachedAssetArchive(archive, clock);
      };
    });
  });
});
