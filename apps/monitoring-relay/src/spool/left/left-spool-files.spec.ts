import { mkdirSync, readdirSync, renameSync, rmdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { createIncomingReport } from '../../../test/support/incoming-report.ts';
import { silenceLog } from '../../../test/support/quiet-log.ts';
import { createTemporaryFolder } from '../../../test/support/temporary-folder.ts';
import { Logger } from '../../logging/logger.ts';
import { type Idleness, LeftSpoolFiles } from './left-spool-files.ts';
import { openSpoolFile } from '../opening/open-spool.ts';
import { SqliteSpool } from '../sqlite-spool.ts';

silenceLog();

let dataDir: string;
let left: LeftSpoolFiles;
let lines: string[];

beforeEach(() => {
  lines = [];
  Logger.writeTo(({ text }) => void lines.push(text));
  dataDir = createTemporaryFolder();
  openSpoolFile(dataDir).close();
  left = new LeftSpoolFiles(dataDir, 'own');
});

/** Resolves with how many were opened, each of which is found to be so. */
async function look(idleness?: Idleness): Promise<number> {
  let opened = 0;
  for await (const file of left.open()) {
    opened += 1;
    expect(new SqliteSpool(file).name).toBe(file.name);
    file.close();
    if (idleness) left.noteIdle(file, idleness);
  }
  return opened;
}

async function appendOne(): Promise<void> {
  const spool = new SqliteSpool(openSpoolFile(dataDir));
  await spool.append(createIncomingReport({ owed: 'alone' }));
  await spool.close();
}

describe('LeftSpoolFiles', () => {
  it('opens a spool that had nothing to do once, and again when it has changed', async () => {
    expect([await look('empty'), await look('empty'), await look('empty')]).toEqual([1, 0, 0]);
    await appendOne();
    expect([await look('empty'), await look('empty')]).toEqual([1, 0]);
  });

  it('opens it again when it has changed while it was looked into', async () => {
    for await (const file of left.open()) {
      file.close();
      await appendOne();
      left.noteIdle(file, 'empty');
    }
    expect(await look('empty')).toBe(1);
  });

  it('opens one that is stuck ever less often, and at least every sixth time', async () => {
    const looks: number[] = [];
    for (let count = 0; count < 24; count += 1) looks.push(await look('stuck'));
    expect(looks.join('')).toBe('101000100000100000100000');
  });

  it('opens one that is stuck at once when it has changed, and then as often as at first', async () => {
    for (let count = 0; count < 10; count += 1) await look('stuck');
    await appendOne();
    expect([await look('stuck'), await look('stuck'), await look('stuck')]).toEqual([1, 0, 1]);
  });

  it('opens one in which something was done each time', async () => {
    expect([await look(), await look()]).toEqual([1, 1]);
  });

  it('opens the others where one cannot even be looked at', async () => {
    const folder = join(dataDir, 'spool', '0');
    mkdirSync(folder);
    symlinkSync('spool.sqlite', join(folder, 'spool.sqlite'));
    expect(await look()).toBe(1);
    expect(lines).toEqual([expect.stringMatching(/^Spool 0 cannot be opened\./)]);
  });

  it('passes over one that somebody has', async () => {
    const held = openSpoolFile(dataDir);
    expect(await look()).toBe(0);
    held.close();
    expect(await look()).toBe(1);
  });

  it('reads nothing of the log of one that somebody has', async () => {
    const held = openSpoolFile(dataDir);
    const log = `${held.db.name}-wal`;
    renameSync(log, `${log}.kept`);
    // Whoever reads it fails.
    mkdirSync(log);
    expect(await look()).toBe(0);
    expect(lines).toEqual([]);
    rmdirSync(log);
    renameSync(`${log}.kept`, log);
    held.close();
  });

  it('passes over the one of its own process, whoever has it', async () => {
    const [folder] = readdirSync(join(dataDir, 'spool'));
    left = new LeftSpoolFiles(dataDir, folder!);
    expect(await look()).toBe(0);
  });
});
