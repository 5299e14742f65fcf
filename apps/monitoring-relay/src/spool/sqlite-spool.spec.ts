import { statSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { createIncomingReport } from '../../test/support/incoming-report.ts';
import { ALL, useSpool } from '../../test/support/use-spool.ts';
import { MAX_ATTEMPTS } from './claims/known-failure.ts';
import { SqliteKeyArchive } from './keys/key-archive.ts';
import { SpoolFile } from './file/spool-file.ts';

const { file, spool, reopen, append } = useSpool();

const claimIds = async (limits = ALL): Promise<number[]> =>
  (await spool.claim(limits)).map(({ id }) => id);

const appendMany = (count: number, body?: Buffer): Promise<number[]> =>
  Promise.all(Array.from({ length: count }, () => append(body)));

describe('SqliteSpool', () => {
  it('gives reports back unchanged, oldest first', async () => {
    const { origin } = file;
    const body = Buffer.from([0, 1, 255]);
    const first = createIncomingReport({ eventId: 'a'.repeat(32), receivedAtMs: 1000, body });
    const second = createIncomingReport({ projectId: 7, receivedAtMs: 2000 });
    const ids = [await spool.append(first), await spool.append(second)];
    expect(await spool.claim(ALL)).toEqual([
      { origin, id: ids[0], ...first },
      { origin, id: ids[1], ...second },
    ]);
  });

  it('commits reports that arrive together once', async () => {
    let announcements = 0;
    spool.onAppended(() => (announcements += 1));
    expect(new Set(await appendMany(50)).size).toBe(50);
    expect(announcements).toBe(1);
  });

  it('claims a report once, within the limits, and always at least one', async () => {
    await appendMany(4, Buffer.alloc(10));
    expect(await claimIds({ maxReports: 2, maxBytes: 1000 })).toEqual([1, 2]);
    expect(await claimIds({ maxReports: 2, maxBytes: 5 })).toEqual([3]);
    expect(await claimIds()).toEqual([4]);
    expect(await claimIds()).toEqual([]);
  });

  async function appendOf(projects: string, bytes = 1): Promise<void> {
    for (const id of projects) await append(Buffer.alloc(bytes), { projectId: Number(id) });
  }

  /** Returns the projects of each claim, until nothing is left. */
  async function claimAll(): Promise<string[]> {
    const reports = await spool.claim({ maxReports: 4, maxBytes: 1000 });
    if (reports.length === 0) return [];
    const projects = reports.map(({ projectId }) => projectId).join('');
    return [projects, ...(await claimAll())];
  }

  it.each([
    ['one project alone', '1111111111', ['1111', '1111', '11']],
    ['few reports of each', '1231', ['1231']],
    ['one behind very many', '11111111111111112', ['1111', '2', '1111', '1111', '1111']],
    ['two with very many', '11111111222222223', ['1111', '2222', '1111', '3', '2222']],
  ])('lets projects take turns: %s', async (_, projects, claims) => {
    await appendOf(projects);
    expect(await claimAll()).toEqual(claims);
  });

  it('lets a project with large reports take turns with those that arrive later', async () => {
    await appendOf('111', 900);
    await spool.claim({ maxReports: 4, maxBytes: 1000 });
    await appendOf('231');
    expect(await claimAll()).toEqual(['23', '1', '11']);
    await appendOf('12');
    expect(await claimAll()).toEqual(['12']);
  });

  it('hands reports that were claimed and not settled out after it is reopened', async () => {
    await appendMany(3);
    await spool.settle(await claimIds({ maxReports: 2, maxBytes: Infinity }));
    await claimIds();
    reopen();
    expect(spool.name).toBe('one');
    expect(await claimIds()).toEqual([3]);
  });

  it('never gives an id twice, even when it is reopened after all reports are settled', async () => {
    const id = await append();
    await spool.settle([id]);
    reopen();
    expect(await append()).toBe(id + 1);
  });

  const damaged = { outcome: 'failed', reason: 'damaged', kind: 'unknown', quantity: 1 };

  // SQLite does not notice such damage.
  it.each([
    ['contents', `contents = '{"kept":'`, [damaged]],
    ['tallies', `project_id = 0, segment = NULL, body = x'5b7b'`, []],
  ])('hands out a report with damaged %s as failed, and no other', async (_, change, outcomes) => {
    await appendOf('333');
    file.db.exec(`UPDATE reports SET ${change} WHERE id = 2`);
    const [first, failed, last] = await spool.claim(ALL);
    expect([first, last].map((report) => report?.failure)).toEqual([undefined, undefined]);
    const failure = { reason: expect.stringMatching(/^The spool is damaged: /), outcomes };
    expect(failed).toMatchObject({ id: 2, failure, body: Buffer.alloc(0) });
  });

  it('hands a report out as failed over which processing has crashed too often', async () => {
    await appendMany(2);
    file.db.exec(`UPDATE reports SET attempts = ${MAX_ATTEMPTS} WHERE id = 1`);
    const [failed, ...others] = await spool.claim(ALL);
    expect(others).toEqual([]);
    const failure = {
      reason: expect.stringMatching(/^Processing crashed again and again while it worked on this/),
      outcomes: [{ outcome: 'failed', reason: 'processing', kind: 'error', quantity: 1 }],
      isRetriedOnce: true,
    };
    expect(failed).toMatchObject({ id: 1, attempts: MAX_ATTEMPTS, failure });
    const [next] = await spool.claim(ALL);
    expect(next).not.toHaveProperty('failure');
  });

  it('gives depth and age of the queue, also after it is reopened', async () => {
    await append('a', { receivedAtMs: 1000 });
    await append('b', { receivedAtMs: 3000 });
    const state = { depth: 2, oldestMs: 9000 };
    expect(await spool.getQueueState(10_000)).toEqual(state);
    reopen();
    expect(await spool.getQueueState(10_000)).toEqual(state);
    expect((await spool.getQueueState(500)).oldestMs).toBe(0);
    // A report that was left counts, but not as the oldest that waits.
    await spool.leave([1]);
    expect(await spool.findOldestMs()).toBe(3000);
    expect(await spool.getQueueState(10_000)).toEqual(state);
  });

  it('knows for each opening which reports were settled for good', async () => {
    const { origin } = file;
    expect(await spool.listSettled()).toEqual([]);
    await appendMany(2);
    await spool.settle([1]);
    expect(await spool.listSettled()).toEqual([{ origin, beforeId: 2, isOver: false }]);
    reopen();
    expect(await spool.listSettled()).toEqual([{ origin, beforeId: 2, isOver: false }]);
    await append();
    await spool.settle([2, 3]);
    const settled = await spool.listSettled();
    expect(settled).toHaveLength(2);
    expect(settled).toContainEqual({ origin, beforeId: 4, isOver: true });
    expect(settled).toContainEqual({ origin: file.origin, beforeId: 4, isOver: false });
    await spool.dropOrigin(origin);
    expect(await spool.listSettled()).toMatchObject([{ origin: file.origin }]);
  });

  it('rejects and keeps nothing while the file cannot grow, and recovers', async () => {
    const pages = file.db.pragma('page_count') as number;
    file.db.pragma(`max_page_count = ${pages}`);
    const large = { publicKey: 'x'.repeat(100_000) };
    await expect(append('', large)).rejects.toMatchObject({ code: 'spool.unavailable' });
    expect(spool.isFailing).toBe(true);
    expect(await claimIds()).toEqual([]);
    file.db.pragma('max_page_count = 100000');
    await spool.probe();
    expect(spool.isFailing).toBe(false);
    await append('', large);
    expect(await claimIds()).toHaveLength(1);
  });

  it('gives space of its file back in steps', async () => {
    const id = await append('', { publicKey: 'x'.repeat(1_000_000) });
    await spool.settle([id]);
    expect(await spool.giveBackSpace(256 * 1024)).toBe(256 * 1024);
    while ((await spool.giveBackSpace(256 * 1024)) > 0);
    file.close();
    expect(statSync(file.db.name).size).toBeLessThan(200_000);
  });

  it('refuses a second opener at once', () => {
    expect(SpoolFile.open(file.db.name, 'two')).toEqual({ ok: false, reason: 'held' });
  });

  it.each([1, 13, 99])('refuses the file of the unknown version %i', (version) => {
    file.db.pragma(`user_version = ${version}`);
    file.close();
    expect(SpoolFile.open(file.db.name, 'one')).toEqual({ ok: false, reason: 'unknown' });
  });

  it('syncs every commit, and needs no file of shared memory', async () => {
    await append();
    expect(file.readSetting('synchronous')).toBe(2);
    expect(file.readSetting('journal_mode')).toBe('wal');
    expect(file.readSetting('locking_mode')).toBe('exclusive');
    expect(file.readSetting('page_size')).toBe(4096);
    expect(file.db.pragma('auto_vacuum')).toBe(2);
    expect(() => statSync(`${file.db.name}-shm`)).toThrow('ENOENT');
  });
});

describe('SqliteKeyArchive', () => {
  it('reads the keys that were stored last, also after it was reopened', async () => {
    const archive = new SqliteKeyArchive(file);
    const key = { publicKey: 'a', projectId: 1, projectSlug: 'app', enabled: true };
    await archive.replace([{ ...key, publicKey: 'old' }]);
    const rates = { keyPerMinute: 5, projectPerMinute: 9 };
    const allowedOrigins = ['a.example', 'file://'];
    const limited = { ...key, publicKey: 'c', ...rates, allowedOrigins, scope: 'errors' } as const;
    const keys = [key, { ...key, publicKey: 'b', enabled: false }, limited];
    await archive.replace(keys);
    reopen();
    expect(await new SqliteKeyArchive(file).read()).toEqual(keys);
  });
});
