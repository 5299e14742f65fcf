import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { ensureDataFolder, findOpenFolder, prepareDataFolder } from './data-folder.ts';

describe('ensureDataFolder', () => {
  let folder: string;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'errata data '));
  });

  afterEach(() => rmSync(folder, { recursive: true }));

  it('creates missing folders, and accepts them when called again', () => {
    const path = join(folder, 'a/b');
    ensureDataFolder(path);
    ensureDataFolder(path);
    expect(existsSync(path)).toBe(true);
  });

  it('creates a folder for its owner alone, and leaves the mode of an existing folder', () => {
    const path = join(folder, 'a/b');
    ensureDataFolder(path);
    expect(statSync(path).mode & 0o777).toBe(0o700);
    expect(statSync(join(folder, 'a')).mode & 0o777).toBe(0o777 & ~process.umask());
    chmodSync(path, 0o750);
    ensureDataFolder(path);
    expect(statSync(path).mode & 0o777).toBe(0o750);
  });

  it.each([0o700, 0o500])('findOpenFolder reports nothing about a folder of mode %o', (mode) => {
    chmodSync(folder, mode);
    expect(findOpenFolder(folder)).toBeUndefined();
  });

  it.each([0o750, 0o701, 0o777])(
    'findOpenFolder reports that a folder of mode %o is open to others',
    (mode) => {
      chmodSync(folder, mode);
      expect(findOpenFolder(folder)).toContain(`(mode ${mode.toString(8)})`);
    },
  );

  it('names the file that stands in place of a folder', () => {
    const file = join(folder, 'file');
    writeFileSync(file, '');
    for (const path of [file, join(file, 'data')]) {
      let thrown: unknown;
      try {
        ensureDataFolder(path);
      } catch (error) {
        thrown = error;
      }
      expect(thrown).toMatchObject({ code: 'ENOTDIR', path: file });
    }
  });

  it('says that an existing folder cannot be written, unless the service only reads it', async () => {
    // Nobody can make a folder there, not even root.
    const preparing = prepareDataFolder('/sys', { isWritten: true });
    const code = expect.stringMatching(/^(?:EPERM|EACCES|EROFS)$/);
    await expect(preparing).rejects.toMatchObject({ code, path: '/sys' });
    await prepareDataFolder('/sys', { isWritten: false });
    await prepareDataFolder(folder, { isWritten: true });
    expect(readdirSync(folder)).toEqual([]);
  });

  it('fails where no folder can be made', () => {
    expect(() => ensureDataFolder('/dev/null/data')).toThrow('/dev/null');
    expect(() => ensureDataFolder('/proc/errata/data')).toThrow('/proc/errata');
  });
});
