import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { type LogLine, Logger } from '#telemetry/plain';
import { createIncomingReport } from '../../../test/support/incoming-report.ts';
import { createTemporaryFolder } from '../../../test/support/temporary-folder.ts';
import { SpoolFile } from '../file/spool-file.ts';
import { SqliteSpool } from '../sqlite-spool.ts';

const LIMITS = { maxReports: 10, maxBytes: 1_000_000 };

let path: string;
let file: SpoolFile;
let spool: SqliteSpool;
let lines: LogLine[];

beforeEach(async () => {
  lines = [];
  Logger.writeTo((line) => lines.push(line));
  path = join(createTemporaryFolder(), 'spool.sqlite');
  open();
  for (let report = 0; report < 3; report += 1) await spool.append(createIncomingReport());
});

afterEach(() => {
  file.close();
  Logger.writeTo(() => undefined);
});

function open(): void {
  const opening = SpoolFile.open(path, 'own');
  if (!opening.ok) throw new Error(opening.reason);
  file = opening.file;
  spool = new SqliteSpool(file);
}

/** Reopens the spool in the state that a kill leaves; `spool.close()` would reset the attempts. */
function reopen(): void {
  file.close();
  open();
}

async function claim(maxReports = LIMITS.maxReports): Promise<[number, number | undefined][]> {
  const reports = await spool.claim({ ...LIMITS, maxReports });
  return reports.map(({ id, attempts }) => [id, attempts]);
}

it('SqliteSpool counts each claim, and hands out reports claimed before a crash one by one', async () => {
  expect(await claim(2)).toEqual([
    [1, undefined],
    [2, undefined],
  ]);
  reopen();
  expect(await claim()).toEqual([[1, 1]]);
  reopen();
  expect(await claim()).toEqual([[1, 2]]);
  expect(await claim()).toEqual([[2, 1]]);
  expect(await claim()).toEqual([[3, undefined]]);
});

it('SqliteSpool ends a batch before a report that was claimed before a crash', async () => {
  await claim();
  spool.clearAttempts();
  file.db.exec('UPDATE reports SET attempts = 1 WHERE id = 3');
  reopen();
  expect(await claim()).toEqual([
    [1, undefined],
    [2, undefined],
  ]);
  expect(await claim()).toEqual([[3, 1]]);
});

it('SqliteSpool keeps the attempts of claimed reports when processing crashed, even when it is closed', async () => {
  await claim();
  spool.noteCrash();
  await spool.close();
  open();
  expect(await claim()).toEqual([[1, 1]]);
});

it('SqliteSpool resets only the attempts of claimed reports when it is closed', async () => {
  await claim();
  reopen();
  await claim();
  await spool.close();
  open();
  expect(await claim()).toEqual([[1, undefined]]);
  expect(await claim()).toEqual([[2, 1]]);
});

it('SqliteSpool does not sync a claim, but every other commit', async () => {
  const settings: unknown[] = [];
  file.db.defineFunction('note_setting', () => void settings.push(file.readSetting('synchronous')));
  file.db.exec(
    'CREATE TEMP TRIGGER attempted AFTER UPDATE ON main.reports BEGIN SELECT note_setting(); END',
  );
  await claim(1);
  expect(settings).toEqual([1]);
  expect(file.readSetting('synchronous')).toBe(2);
});

it('SqliteSpool hands reports out when attempts cannot be counted, and warns once', async () => {
  file.db.exec(
    "CREATE TEMP TRIGGER refused BEFORE UPDATE ON main.reports BEGIN SELECT RAISE(ABORT, 'full'); END",
  );
  expect(await claim(1)).toEqual([[1, undefined]]);
  expect(await claim(1)).toEqual([[2, undefined]]);
  expect(lines).toEqual([
    { level: 'warn', from: 'ClaimAttempts', text: expect.stringContaining('full') },
  ]);
  expect(file.readSetting('synchronous')).toBe(2);
});
