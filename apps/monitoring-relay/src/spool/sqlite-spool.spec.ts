import { statSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { holdSpoolFiles } from '../../test/support/hold-spool-files.ts';
import { silenceLog } from '../../test/support/silence-log.ts';
import { createIncomingReport } from '../../test/support/incoming-report.ts';
import { MAX_ATTEMPTS } from './claims/known-failure.ts';
import { SqliteKeyArchive } from './keys/key-archive.ts';
import type { IncomingReport } from './ports/spool-intake.ts';
import { SpoolFile } from './file/spool-file.ts';
import { SqliteSpool } from './sqlite-spool.ts';

silenceLog();

const ALL = { maxReports: 1000, maxBytes: Infinity };
const { openFile, close } = holdSpoolFiles();

function createReport(traits: Partial<IncomingReport> = {}): IncomingReport {
  return createIncomingReport({ receivedAtMs: 1000, ...traits });
}

async function claimIds(spool: SqliteSpool, limits = ALL): Promise<number[]> {
  return (await spool.claim(limits)).map(({ id }) => id);
}

describe('SqliteSpool', () => {
  it('gives reports back unchanged, oldest first', async () => {
    const file = openFile();
    const { origin } = file;
    const spool = new SqliteSpool(file);
    const first = createReport({ eventId: 'a'.repeat(32), body: Buffer.from([0, 1, 255]) });
    const second = createReport({ projectId: 7, receivedAtMs: 2000 });
    const ids = [await spool.append(first), await spool.append(second)];
    expect(await spool.claim(ALL)).toEqual([
      { origin, id: ids[0], ...first },
      { origin, id: ids[1], ...second },
    ]);
  });

  it('commits reports that arrive together once', async () => {
    const spool = new SqliteSpool(openFile());
    let announcements = 0;
    spool.onAppended(() => (announcements += 1));
    const ids = await Promise.all(Array.from({ length: 50 }, () => spool.append(createReport())));
    expect(new Set(ids).size).toBe(50);
    expect(announcements).toBe(1);
  });

  it('claims a report once, within the limits, and always at least one', async () => {
    const spool = new SqliteSpool(openFile());
    const body = Buffer.alloc(10);
    for (let count = 0; count < 4; count += 1) await spool.append(createReport({ body }));
    expect(await claimIds(spool, { maxReports: 2, maxBytes: 1000 })).toEqual([1, 2]);
    expect(await claimIds(spool, { maxReports: 2, maxBytes: 5 })).toEqual([3]);
    expect(await claimIds(spool)).toEqual([4]);
    expect(await claimIds(spool)).toEqual([]);
  });

  it('hands reports that were claimed and not settled out after it is reopened', async () => {
    const file = openFile();
    const spool = new SqliteSpool(file);
    for (let count = 0; count < 3; count += 1) await spool.append(createReport());
    await spool.settle(await claimIds(spool, { maxReports: 2, maxBytes: Infinity }));
    await claimIds(spool);
    close(file);
    const again = new SqliteSpool(openFile(file.db.name));
    expect(again.name).toBe('one');
    expect(await claimIds(again)).toEqual([3]);
  });

  it('never gives an id twice, even when it is reopened after all reports are settled', async () => {
    const file = openFile();
    const spool = new SqliteSpool(file);
    const id = await spool.append(createReport());
    await spool.settle([id]);
    close(file);
    expect(await new SqliteSpool(openFile(file.db.name)).append(createReport())).toBe(id + 1);
  });

  describe('rows with a damaged text, which SQLite does not notice', () => {
    async function openDamaged(change: string): Promise<{ spool: SqliteSpool }> {
      const file = openFile();
      const spool = new SqliteSpool(file);
      for (const letter of ['a', 'b', 'c']) {
        await spool.append(createReport({ projectId: 3, body: Buffer.from(letter) }));
      }
      file.db.exec(`UPDATE reports SET ${change} WHERE id = 2`);
      return { spool };
    }

    const damaged = { outcome: 'failed', reason: 'damaged' };

    it.each([
      ['contents', `contents = '{"kept":'`, [{ ...damaged, kind: 'unknown', quantity: 1 }]],
      ['tallies', `project_id = 0, segment = NULL, body = x'5b7b'`, []],
    ])(
      'hands a report with damaged %s out as failed, and the others as they are',
      async (_, change, outcomes) => {
        const { spool } = await openDamaged(change);
        const [first, failed, last] = await spool.claim(ALL);
        expect([first, last].map((report) => report?.failure)).toEqual([undefined, undefined]);
        expect(failed).toMatchObject({
          id: 2,
          failure: {
            reason: expect.stringMatching(/^The spool is damaged: /),
            outcomes,
          },
          body: Buffer.alloc(0),
        });
      },
    );
  });

  it('hands a report out as failed over which processing has crashed too often', async () => {
    const file = openFile();
    const spool = new SqliteSpool(file);
    for (let count = 0; count < 2; count += 1) await spool.append(createReport());
    file.db.exec(`UPDATE reports SET attempts = ${MAX_ATTEMPTS} WHERE id = 1`);
    const [failed, ...others] = await spool.claim(ALL);
    expect(others).toEqual([]);
    expect(failed).toMatchObject({
      id: 1,
      attempts: MAX_ATTEMPTS,
      failure: {
        reason: expect.stringMatching(/^Processing crashed 7 times while it worked on this report/),
        outcomes: [{ outcome: 'failed', reason: 'processing', kind: 'error', quantity: 1 }],
        isRetriedOnce: true,
      },
    });
    const [next] = await spool.claim(ALL);
    expect(next).not.toHaveProperty('failure');
  });

  it('gives depth and age of the queue, also after it is reopened', async () => {
    const file = openFile();
    const spool = new SqliteSpool(file);
    await spool.append(createReport({ receivedAtMs: 1000 }));
    await spool.append(createReport({ receivedAtMs: 3000 }));
    const state = { depth: 2, oldestMs: 9000 };
    expect(await spool.getQueueState(10_000)).toEqual(state);
    close(file);
    const again = new SqliteSpool(openFile(file.db.name));
    expect(await again.getQueueState(10_000)).toEqual(state);
    expect((await again.getQueueState(500)).oldestMs).toBe(0);
  });

  it('keeps a left report in the queue state, but not as the oldest that waits', async () => {
    const spool = new SqliteSpool(openFile());
    await spool.append(createReport({ receivedAtMs: 1000 }));
    await spool.append(createReport({ receivedAtMs: 3000 }));
    await spool.leave([1]);
    expect(await spool.findOldestMs()).toBe(3000);
    expect(await spool.getQueueState(10_000)).toEqual({ depth: 2, oldestMs: 9000 });
  });

  it('knows for each opening which reports were settled for good', async () => {
    const file = openFile();
    const spool = new SqliteSpool(file);
    const { origin } = file;
    expect(await spool.listSettled()).toEqual([]);
    await spool.append(createReport());
    await spool.append(createReport());
    await spool.settle([1]);
    expect(await spool.listSettled()).toEqual([{ origin, beforeId: 2, isOver: false }]);
    close(file);

    const nextFile = openFile(file.db.name);
    const next = new SqliteSpool(nextFile);
    expect(await next.listSettled()).toEqual([{ origin, beforeId: 2, isOver: false }]);
    await next.append(createReport());
    await next.settle([2, 3]);
    const settled = await next.listSettled();
    expect(settled).toHaveLength(2);
    expect(settled).toContainEqual({ origin, beforeId: 4, isOver: true });
    expect(settled).toContainEqual({ origin: nextFile.origin, beforeId: 4, isOver: false });
    await next.dropOrigin(origin);
    expect(await next.listSettled()).toMatchObject([{ origin: nextFile.origin }]);
  });

  it('rejects and keeps nothing while the file cannot grow, and recovers', async () => {
    const file = openFile();
    const spool = new SqliteSpool(file);
    const pages = file.db.pragma('page_count') as number;
    file.db.pragma(`max_page_count = ${pages}`);
    const large = createReport({ publicKey: 'x'.repeat(100_000) });
    await expect(spool.append(large)).rejects.toMatchObject({ code: 'spool.unavailable' });
    expect(spool.isFailing).toBe(true);
    expect(await claimIds(spool)).toEqual([]);
    file.db.pragma('max_page_count = 100000');
    await spool.probe();
    expect(spool.isFailing).toBe(false);
    await spool.append(large);
    expect(await claimIds(spool)).toHaveLength(1);
  });

  it('gives space of its file back in steps', async () => {
    const file = openFile();
    const spool = new SqliteSpool(file);
    const id = await spool.append(createReport({ publicKey: 'x'.repeat(1_000_000) }));
    await spool.settle([id]);
    expect(await spool.giveBackSpace(256 * 1024)).toBe(256 * 1024);
    while ((await spool.giveBackSpace(256 * 1024)) > 0);
    close(file);
    expect(statSync(file.db.name).size).toBeLessThan(200_000);
  });

  it('refuses a second opener at once', () => {
    const file = openFile();
    expect(SpoolFile.open(file.db.name, 'two')).toEqual({ ok: false, reason: 'held' });
  });

  it.each([1, 13, 99])('refuses the file of the unknown version %i', (version) => {
    const file = openFile();
    file.db.pragma(`user_version = ${version}`);
    close(file);
    expect(SpoolFile.open(file.db.name, 'one')).toEqual({ ok: false, reason: 'unknown' });
  });

  it('syncs every commit, and needs no file of shared memory', async () => {
    const file = openFile();
    await new SqliteSpool(file).append(createReport());
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
    const file = openFile();
    const archive = new SqliteKeyArchive(file);
    const key = { publicKey: 'a', projectId: 1, projectSlug: 'app', enabled: true };
    await archive.replace([{ ...key, publicKey: 'old' }]);
    const rates = { keyPerMinute: 5, projectPerMinute: 9 };
    const allowedOrigins = ['a.example', 'file://'];
    const limited = { ...key, publicKey: 'c', ...rates, allowedOrigins, scope: 'errors' } as const;
    await archive.replace([key, { ...key, publicKey: 'b', enabled: false }, limited]);
    close(file);
    expect(await new SqliteKeyArchive(openFile(file.db.name)).read()).toEqual([
      key,
      { ...key, publicKey: 'b', enabled: false },
      limited,
    ]);
  });
});
