import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { BuiltAsset } from './asset-archive.ts';
import { FolderAssetArchive } from './folder-asset-archive.ts';

const NOON_MS = Date.UTC(2026, 0, 5, 12);
const NAME = 'a-12345678.js';

const asset: BuiltAsset = {
  name: NAME,
  encoding: 'identity',
  bytes: 6,
  read: async () => Buffer.from('script'),
};

describe('FolderAssetArchive', () => {
  let parent: string;
  let folder: string;
  let archive: FolderAssetArchive;

  beforeEach(() => {
    parent = mkdtempSync(join(tmpdir(), 'errata-assets-'));
    folder = join(parent, 'assets');
    archive = new FolderAssetArchive(folder, { nowMs: () => NOON_MS });
  });

  afterEach(() => rmSync(parent, { recursive: true, force: true }));

  /** What a process leaves that was killed while it kept the build `one`. */
  function leaveHalf(files: Readonly<Record<string, string>>): void {
    mkdirSync(join(folder, 'one'), { recursive: true });
    for (const [file, text] of Object.entries(files))
      writeFileSync(join(folder, 'one', file), text);
  }

  const find = async (name: string) => (await archive.find(name, ['br', 'identity']))?.body;

  it('keeps a build in a folder of its name', async () => {
    await archive.keep('one', [asset, { ...asset, encoding: 'br' }]);
    expect(readdirSync(join(folder, 'one')).toSorted()).toEqual(['.used', NAME, `${NAME}.br`]);
  });

  it('never finds a file that was being written', async () => {
    leaveHalf({ '.5f0c8e0a-1b2c-4d3e-8f90-a1b2c3d4e5f6': 'scr' });
    expect(await find(NAME)).toBeUndefined();
    expect(await find('.5f0c8e0a-1b2c-4d3e-8f90-a1b2c3d4e5f6')).toBeUndefined();
  });

  it('replaces a file that is not as long as it was built', async () => {
    leaveHalf({ [NAME]: '' });
    await archive.keep('one', [asset]);
    expect(String(await find(NAME))).toBe('script');
  });

  it('leaves a file as it is that is all there', async () => {
    await archive.keep('one', [asset]);
    const read = () => Promise.reject(new Error('read again'));
    await expect(archive.keep('one', [{ ...asset, read }])).resolves.toBeUndefined();
  });

  it('forgets a build whose process was killed before it marked it, by the age of its folder', async () => {
    leaveHalf({});
    utimesSync(join(folder, 'one'), NOON_MS / 1000, NOON_MS / 1000);
    await archive.forget(NOON_MS);
    expect(existsSync(join(folder, 'one'))).toBe(true);
    await archive.forget(NOON_MS + 1);
    expect(existsSync(join(folder, 'one'))).toBe(false);
  });

  it('finds nothing outside of its builds', async () => {
    await archive.keep('one', [asset]);
    writeFileSync(join(parent, NAME), 'secret');
    for (const name of [`../../${NAME}`, `../one/${NAME}`, '.used', join(parent, NAME)]) {
      expect(await find(name)).toBeUndefined();
    }
  });

  it('leaves files beside its builds alone', async () => {
    await archive.keep('one', [asset]);
    writeFileSync(join(folder, 'notes'), 'mine');
    await archive.forget(NOON_MS + 1);
    expect(readdirSync(folder)).toEqual(['notes']);
  });

  it('leaves no part of a file that could not be written', async () => {
    leaveHalf({});
    // A folder in the file's place lets everything but the last step succeed.
    mkdirSync(join(folder, 'one', NAME, 'full'), { recursive: true });
    await expect(archive.keep('one', [asset])).rejects.toMatchObject({ syscall: 'rename' });
    expect(readdirSync(join(folder, 'one')).toSorted()).toEqual(['.used', NAME]);
  });

  it('rejects when its folder cannot be made, and makes none above it', async () => {
    rmSync(parent, { recursive: true });
    await expect(archive.keep('one', [asset])).rejects.toMatchObject({ code: 'ENOENT' });
    writeFileSync(parent, 'a file');
    await expect(archive.keep('one', [asset])).rejects.toMatchObject({ code: 'ENOTDIR' });
    expect(readFileSync(parent, 'utf8')).toBe('a file');
  });
});
