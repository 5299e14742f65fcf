import { mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from '@jest/globals';
import { Logger } from '#telemetry/plain';
import { silenceLog } from '../../../test/support/silence-log.ts';
import { createTemporaryFolder } from '../../../test/support/temporary-folder.ts';
import { openSpoolFile } from './open-spool.ts';
import type { SpoolFile } from '../file/spool-file.ts';

silenceLog();

const open: SpoolFile[] = [];

function openIn(dataDir: string): SpoolFile {
  const file = openSpoolFile(dataDir);
  open.push(file);
  return file;
}

afterEach(() => {
  for (const file of open.splice(0)) file.close();
});

describe('openSpoolFile', () => {
  it('makes a spool that is named like its folder', () => {
    const dataDir = createTemporaryFolder();
    const { name } = openIn(dataDir);
    expect(readdirSync(join(dataDir, 'spool'))).toEqual([name]);
  });

  it('adopts a spool that no process holds before it makes another', () => {
    const dataDir = createTemporaryFolder();
    const first = openIn(dataDir);
    open.splice(0).forEach((file) => file.close());
    expect(openIn(dataDir).name).toBe(first.name);
    expect(openIn(dataDir).name).not.toBe(first.name);
    expect(readdirSync(join(dataDir, 'spool'))).toHaveLength(2);
  });

  it('adopts a folder whose making was interrupted', () => {
    const dataDir = createTemporaryFolder();
    mkdirSync(join(dataDir, 'spool', 'half'), { recursive: true });
    writeFileSync(join(dataDir, 'spool', 'half', 'spool.sqlite'), '');
    expect(openIn(dataDir).name).toBe('half');
  });

  it('passes over a spool that cannot be opened, and warns', () => {
    const lines: string[] = [];
    Logger.writeTo(({ text }) => void lines.push(text));
    const dataDir = createTemporaryFolder();
    const folder = join(dataDir, 'spool', '0');
    mkdirSync(folder, { recursive: true });
    symlinkSync('spool.sqlite', join(folder, 'spool.sqlite'));
    expect(openIn(dataDir).name).not.toBe('0');
    expect(lines).toEqual([expect.stringMatching(/^Spool 0 cannot be opened\. unable to open/)]);
  });

  it('fails when the folder of the spool cannot be made', () => {
    const dataDir = join(createTemporaryFolder(), 'file');
    writeFileSync(dataDir, '');
    expect(() => openSpoolFile(dataDir)).toThrow('ENOTDIR');
  });
});
