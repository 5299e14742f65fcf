import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { listBuiltAssets } from './built-assets.ts';

describe('listBuiltAssets', () => {
  let folder: string;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'errata-build-'));
  });

  afterEach(() => rmSync(folder, { recursive: true }));

  it('lists the hashed files, compressed ones as forms of theirs', async () => {
    mkdirSync(join(folder, 'client/assets'), { recursive: true });
    writeFileSync(join(folder, 'client/assets/a-12345678.js'), 'script');
    writeFileSync(join(folder, 'client/assets/a-12345678.js.br'), 'br');
    writeFileSync(join(folder, 'client/assets/notes.txt'), 'not hashed');
    const assets = await listBuiltAssets(folder);
    const listed = assets.map(async (asset) => ({ ...asset, read: String(await asset.read()) }));
    expect(await Promise.all(listed)).toEqual([
      { name: 'a-12345678.js', encoding: 'identity', bytes: 6, read: 'script' },
      { name: 'a-12345678.js', encoding: 'br', bytes: 2, read: 'br' },
    ]);
  });

  it('rejects where there is no build', async () => {
    await expect(listBuiltAssets(folder)).rejects.toThrow('ENOENT');
  });
});
