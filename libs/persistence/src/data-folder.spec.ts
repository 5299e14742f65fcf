import * as fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { ensureDataFolder, findOpenFolder, prepareDataFolder } from './data-folder.ts';

describe('ensureDataFolder', () => {
  let folder: string;

  beforeEach(() => {
    folder = fs.mkdtempSync(join(tmpdir(), 'errata data '));
  });

  afterEach(() => fs.rmSync(folder, { recursive: true }));

  it('creates missing folders for their owner alone, and leaves the mode of an existing one', () => {
    const path = join(folder, 'a/b');
    ensureDataFolder(path);
    expect(fs.statSync(path).mode & 0o777).toBe(0o700);
    expect(fs.statSync(join(folder, 'a')).mode & 0o777).toBe(0o777 & ~process.umask());
    fs.chmodSync(path, 0o750);
    ensureDataFolder(path);
    expect(fs.statSync(path).mode & 0o777).toBe(0o750);
  });

  it.each([
    ['nothing', '700', /^undefined$/],
    ['nothing', '500', /^undefined$/],
    ['that others may use it', '750', /\(mode 750\)/],
    ['that others may use it', '701', /\(mode 701\)/],
    ['that others may use it', '777', /\(mode 777\)/],
  ])('findOpenFolder says %s about a folder of mode %s', (_, mode, told) => {
    fs.chmodSync(folder, mode);
    expect(String(findOpenFolder(folder))).toMatch(told);
  });

  it('names the file that stands in place of a folder', () => {
    const file = join(folder, 'file');
    fs.writeFileSync(file, '');
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
    expect(fs.readdirSync(folder)).toEqual([]);
  });

  it('fails where no folder can be made', () => {
    expect(() => ensureDataFolder('/dev/null/data')).toThrow('/dev/null');
    expect(() => ensureDataFolder('/proc/errata/data')).toThrow('/proc/errata');
  });
});
