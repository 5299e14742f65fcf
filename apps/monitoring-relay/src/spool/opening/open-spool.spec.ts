import { mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { holdLog } from '../../../test/support/hold-log.ts';
import { silenceLog } from '../../../test/support/silence-log.ts';
import { createTemporaryFolder } from '../../../test/support/temporary-folder.ts';
import { openSpoolFile } from './open-spool.ts';
import type { SpoolFile } from '../file/spool-file.ts';

silenceLog();

let dataDir: string;
let files: SpoolFile[];

const lines = holdLog();

beforeEach(() => {
  dataDir = createTemporaryFolder();
  files = [];
});

const closeAll = (): void => files.splice(0).forEach((file) => file.close());

afterEach(closeAll);

function openAnother(): string {
  const file = openSpoolFile(dataDir);
  files.push(file);
  return file.name;
}

describe('openSpoolFile', () => {
  it('makes a spool that is named like its folder', () => {
    expect([openAnother()]).toEqual(readdirSync(join(dataDir, 'spool')));
  });

  it('adopts a spool that no process holds before it makes another', () => {
    const first = openAnother();
    closeAll();
    expect(openAnother()).toBe(first);
    expect(openAnother()).not.toBe(first);
    expect(readdirSync(join(dataDir, 'spool'))).toHaveLength(2);
  });

  it('adopts a folder whose making was interrupted', () => {
    mkdirSync(join(dataDir, 'spool', 'half'), { recursive: true });
    writeFileSync(join(dataDir, 'spool', 'half', 'spool.sqlite'), '');
    expect(openAnother()).toBe('half');
  });

  it('passes over a spool that cannot be opened, and warns', () => {
    const folder = join(dataDir, 'spool', '0');
    mkdirSync(folder, { recursive: true });
    symlinkSync('spool.sqlite', join(folder, 'spool.sqlite'));
    expect(openAnother()).not.toBe('0');
    expect(lines).toEqual([expect.stringMatching(/^Spool 0 cannot be opened\. unable to open/)]);
  });

  it('fails when the folder of the spool cannot be made', () => {
    writeFileSync(join(dataDir, 'file'), '');
    expect(() => openSpoolFile(join(dataDir, 'file'))).toThrow('ENOTDIR');
  });
});
