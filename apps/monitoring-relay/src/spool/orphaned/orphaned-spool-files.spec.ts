import { mkdirSync, readdirSync, renameSync, rmdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { holdLog } from '../../../test/support/hold-log.ts';
import { silenceLog } from '../../../test/support/silence-log.ts';
import { createIncomingReport } from '../../../test/support/incoming-report.ts';
import { createTemporaryFolder } from '../../../test/support/temporary-folder.ts';
import { OrphanedSpoolFiles } from './orphaned-spool-files.ts';
import { openSpoolFile } from '../opening/open-spool.ts';
import { SqliteSpool } from '../sqlite-spool.ts';

silenceLog();

let dataDir: string;
let left: OrphanedSpoolFiles;

const lines = holdLog();

beforeEach(() => {
  dataDir = createTemporaryFolder();
  openSpoolFile(dataDir).close();
  left = new OrphanedSpoolFiles(dataDir, 'own');
});

async function look(isIdle = false): Promise<number> {
  let opened = 0;
  for await (const file of left.open()) {
    opened += 1;
    expect(new SqliteSpool(file).name).toBe(file.name);
    file.close();
    if (isIdle) left.noteIdle(file);
  }
  return opened;
}

async function appendOne(): Promise<void> {
  const spool = new SqliteSpool(openSpoolFile(dataDir));
  await spool.append(createIncomingReport({ forwarding: 'alone' }));
  await spool.close();
}

describe('OrphanedSpoolFiles', () => {
  it('opens an idle spool every sixth time, and at once when it has changed', async () => {
    const looks: number[] = [];
    for (let count = 0; count < 13; count += 1) looks.push(await look(true));
    expect(looks.join('')).toBe('1000001000001');
    await appendOne();
    expect([await look(true), await look(true)]).toEqual([1, 0]);
  });

  it('opens a spool again that changed while it was open', async () => {
    for await (const file of left.open()) {
      file.close();
      await appendOne();
      left.noteIdle(file);
    }
    expect(await look(true)).toBe(1);
  });

  it('opens a spool that was not idle every time', async () => {
    expect([await look(), await look()]).toEqual([1, 1]);
  });

  it('opens the other spools where one cannot be opened, and logs that once', async () => {
    const folder = join(dataDir, 'spool', '0');
    mkdirSync(folder);
    symlinkSync('spool.sqlite', join(folder, 'spool.sqlite'));
    expect([await look(), await look()]).toEqual([1, 1]);
    expect(lines).toEqual([expect.stringMatching(/^Spool 0 cannot be opened\./)]);
  });

  it('passes over a spool that another process holds, and reads nothing of its log', async () => {
    const held = openSpoolFile(dataDir);
    const log = `${held.db.name}-wal`;
    renameSync(log, `${log}.kept`);
    // A folder in place of the log makes every read fail.
    mkdirSync(log);
    expect(await look()).toBe(0);
    expect(lines).toEqual([]);
    rmdirSync(log);
    renameSync(`${log}.kept`, log);
    held.close();
    expect(await look()).toBe(1);
  });

  it('passes over the spool of its own process, though no one holds it', async () => {
    const [folder] = readdirSync(join(dataDir, 'spool'));
    left = new OrphanedSpoolFiles(dataDir, folder!);
    expect(await look()).toBe(0);
  });
});
