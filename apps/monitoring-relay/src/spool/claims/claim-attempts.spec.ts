import { beforeEach, expect, it } from '@jest/globals';
import { holdLog } from '../../../test/support/hold-log.ts';
import { ALL, useSpool } from '../../../test/support/use-spool.ts';
import { STOP_ATTEMPTS } from './known-failure.ts';

const { file, spool, reopen, append, refuse } = useSpool();
const lines = holdLog(({ level, from, text }) => `${level} ${from}: ${text}`);

beforeEach(async () => {
  for (let report = 0; report < 3; report += 1) await append();
});

async function claim(maxReports = 10): Promise<[number, number | undefined][]> {
  const reports = await spool.claim({ ...ALL, maxReports });
  return reports.map(({ id, attempts }) => [id, attempts]);
}

it('SqliteSpool counts each claim, and hands out reports claimed before a crash one by one', async () => {
  expect((await claim(2)).flat()).toEqual([1, undefined, 2, undefined]);
  reopen();
  expect(await claim()).toEqual([[1, 1]]);
  reopen();
  expect(await claim()).toEqual([[1, 2]]);
  expect(await claim()).toEqual([[2, 1]]);
  expect(await claim()).toEqual([[3, undefined]]);
});

it('SqliteSpool hands a report that was claimed before a crash out first, and alone', async () => {
  await claim();
  spool.clearAttempts();
  file.db.exec('UPDATE reports SET attempts = 1 WHERE id = 3');
  reopen();
  expect(await claim()).toEqual([[3, 1]]);
  expect((await claim()).flat()).toEqual([1, undefined, 2, undefined]);
});

it('SqliteSpool counts no stop for a report that was left', async () => {
  await spool.claim(ALL);
  await spool.leave([1]);
  spool.noteCrash();
  reopen();
  expect(await claim()).toEqual([[1, 1]]);
  expect(await claim()).toEqual([[2, 1 + STOP_ATTEMPTS]]);
});

it('SqliteSpool counts one attempt when the thread ended without an error', async () => {
  await claim();
  spool.noteCrash(true);
  await spool.close();
  reopen();
  expect(await claim()).toEqual([[1, 1]]);
});

it('SqliteSpool keeps the attempts of claimed reports when processing crashed, even when it is closed', async () => {
  await claim();
  spool.noteCrash();
  await spool.close();
  reopen();
  expect(await claim()).toEqual([[1, 1 + STOP_ATTEMPTS]]);
});

it('SqliteSpool hands a report out as failed after it stopped the thread twice', async () => {
  for (let stops = 0; stops < 2; stops += 1) {
    expect((await spool.claim(ALL))[0]).not.toHaveProperty('failure');
    spool.noteCrash();
    reopen();
  }
  const [first] = await spool.claim(ALL);
  expect(first).toMatchObject({ id: 1, failure: { isRetriedOnce: true } });
  expect((await spool.claim(ALL))[0]).not.toHaveProperty('failure');
});

it('SqliteSpool resets only the attempts of claimed reports when it is closed', async () => {
  await claim();
  reopen();
  await claim();
  await spool.close();
  reopen();
  expect(await claim()).toEqual([[2, 1]]);
  expect(await claim()).toEqual([[3, 1]]);
  expect(await claim()).toEqual([[1, undefined]]);
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
  refuse('UPDATE ON main.reports');
  expect(await claim(1)).toEqual([[1, undefined]]);
  expect(await claim(1)).toEqual([[2, undefined]]);
  expect(lines).toEqual([expect.stringMatching(/^warn ClaimAttempts: .*full/)]);
  expect(file.readSetting('synchronous')).toBe(2);
});
