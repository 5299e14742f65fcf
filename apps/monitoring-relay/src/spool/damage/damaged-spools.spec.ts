import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { createTemporaryFolder } from '../../../test/support/temporary-folder.ts';
import { listDamagedSpools } from './damaged-spools.ts';
import { moveAside } from './set-aside.ts';

const MB = 1024 * 1024;

let dataDir: string;

beforeEach(() => {
  dataDir = createTemporaryFolder();
});

function setAside(name: string): string {
  const folder = join(dataDir, 'spool', name);
  mkdirSync(join(folder, 'segments'), { recursive: true });
  writeFileSync(join(folder, 'segments', '1'), Buffer.alloc(MB, 1), { flush: true });
  return join(moveAside(folder)!, '..');
}

describe('listDamagedSpools', () => {
  it('gives folder, time and size of each damaged spool', async () => {
    const beforeMs = Date.now();
    const place = setAside('abc');
    const [spool, ...others] = await listDamagedSpools(dataDir);
    expect(others).toEqual([]);
    expect(place).toBe(join(dataDir, 'damaged', spool!.folder));
    expect(spool!.folder).toMatch(/^abc-\d{8}T\d{9}Z$/);
    expect(spool!.setAsideAtMs).toBeGreaterThanOrEqual(beforeMs);
    expect(spool!.setAsideAtMs).toBeLessThanOrEqual(Date.now());
    expect(spool!.bytes).toBeGreaterThanOrEqual(MB);
    expect(spool!.bytes).toBeLessThan(1.5 * MB);
  });

  it('lists the latest spool first, and renamed ones last', async () => {
    const rename = (name: string, to: string): void =>
      renameSync(setAside(name), join(dataDir, 'damaged', to));
    rename('a', 'old-20250102T030405678Z');
    rename('b', 'to look at');
    rename('c', 'new-20260102T030405678Z');
    const spools = await listDamagedSpools(dataDir);
    expect(spools.map(({ folder, setAsideAtMs }) => [folder, setAsideAtMs])).toEqual([
      ['new-20260102T030405678Z', Date.UTC(2026, 0, 2, 3, 4, 5, 678)],
      ['old-20250102T030405678Z', Date.UTC(2025, 0, 2, 3, 4, 5, 678)],
      ['to look at', undefined],
    ]);
  });

  it('leaves out folders without a spool, and lists none where none was set aside', async () => {
    expect(await listDamagedSpools(dataDir)).toEqual([]);
    const place = join(dataDir, 'damaged', 'abc-20260102T030405678Z');
    mkdirSync(place, { recursive: true });
    writeFileSync(join(place, 'spool.sqlite-wal'), 'log');
    expect(await listDamagedSpools(dataDir)).toEqual([]);
  });
});
