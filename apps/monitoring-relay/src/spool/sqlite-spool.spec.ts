import { statSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from '@jest/globals';
import { damageBodyOf } from '../../test/support/damage.ts';
import { createIncomingReport } from '../../test/support/incoming-report.ts';
import { silenceLog } from '../../test/support/quiet-log.ts';
import { createTemporaryFolder } from '../../test/support/temporary-folder.ts';
import { SqliteKeyArchive } from './keys/key-archive.ts';
import type { IncomingReport } from './ports/spool-intake.ts';
import { SpoolFile } from './file/spool-file.ts';
import { SqliteSpool } from './sqlite-spool.ts';

silenceLog();

const ALL = { maxReports: 1000, maxBytes: Infinity };
const open: SpoolFile[] = [];

function openFile(path = join(createTemporaryFolder(), 'spool.sqlite')): SpoolFile {
  const opening = SpoolFile.open(path, 'one');
  if (!opening.ok) throw new Error(opening.reason);
  open.push(opening.file);
  return opening.file;
}

function close(file: SpoolFile): void {
  open.splice(open.indexOf(file), 1);
  file.close();
}

afterEach(() => {
  for (const file of open.splice(0)) file.close();
});

function createReport(traits: Partial<IncomingReport> = {}): IncomingReport {
  return createIncomingReport({ receivedAtMs: 1000, ...traits });
}

async function claimIds(spool: SqliteSpool, limits = ALL): Promise<number[]> {
  return (await spool.claim(limits)).map(({ id }) => id);
}

describe('SqliteSpool', () => {
  it('gives a report back as it came, oldest first', async () => {
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

  it('hands out again what was claimed and not ended once those claims are released', async () => {
    const spool = new SqliteSpool(openFile());
    for (let count = 0; count < 4; count += 1) await spool.append(createReport());
    await claimIds(spool, { maxReports: 3, maxBytes: Infinity });
    await spool.settle([1]);
    await spool.fail(3, { reason: 'no', outcomes: [] });
    spool.releaseClaims();
    expect(await claimIds(spool)).toEqual([2]);
    expect(await claimIds(spool)).toEqual([4]);
  });

  it('hands what was claimed and not settled to whoever opens it next', async () => {
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

  it('never gives an id twice, not even after everything is settled and opened again', async () => {
    const file = openFile();
    const spool = new SqliteSpool(file);
    const id = await spool.append(createReport());
    await spool.settle([id]);
    close(file);
    expect(await new SqliteSpool(openFile(file.db.name)).append(createReport())).toBe(id + 1);
  });

  it('keeps a failed report with its reason, apart from the queue', async () => {
    const file = openFile();
    const spool = new SqliteSpool(file);
    await spool.append(createReport({ body: Buffer.from('poison') }));
    const [report] = await spool.claim(ALL);
    await spool.fail(report!.id, { reason: 'no JSON', outcomes: [] });
    expect(await spool.getQueueState(5000)).toEqual({ depth: 0, oldestMs: 0, failed: 1 });
    const kept = file.db.prepare('SELECT reason, body FROM failed_reports').get();
    expect(kept).toEqual({ reason: 'no JSON', body: Buffer.from('poison') });
  });

  describe('with a text in a row that is damaged, which SQLite does not notice', () => {
    /** Of three reports the second. */
    async function openDamaged(change: string): Promise<{ file: SpoolFile; spool: SqliteSpool }> {
      const file = openFile();
      const spool = new SqliteSpool(file);
      for (const letter of ['a', 'b', 'c']) {
        await spool.append(createReport({ projectId: 3, body: Buffer.from(letter) }));
      }
      file.db.exec(`UPDATE reports SET ${change} WHERE id = 2`);
      return { file, spool };
    }

    it.each([
      ['what it held', `contents = '{"kept":'`],
      ['what it held, and its body is gone', `contents = '{"kept":', segment = 99`],
      ['what it tallied', `project_id = 0, segment = NULL, body = x'5b7b'`],
    ])('keeps it aside where that is %s, and goes on behind it', async (_, change) => {
      const { file, spool } = await openDamaged(change);
      expect(await claimIds(spool)).toEqual([1, 3]);
      expect(await spool.listFailed(ALL, [])).toEqual([]);
      const kept = file.db.prepare('SELECT id, reason FROM failed_reports').all();
      expect(kept).toEqual([{ id: 2, reason: expect.stringMatching(/^The spool is damaged: /) }]);
    });

    it('counts it as one of no known kind, once', async () => {
      const { spool } = await openDamaged(`contents = '{"kept":'`);
      await claimIds(spool);
      spool.clearAttempts();
      spool.releaseClaims();
      expect(await claimIds(spool)).toEqual([1, 3]);
      await spool.settle([1, 3]);
      expect(await spool.getQueueState(0)).toMatchObject({ depth: 0, failed: 1 });
      await spool.queueTallies();
      const counted = { outcome: 'failed', reason: 'damaged', kind: 'unknown', quantity: 1 };
      expect(await spool.claim(ALL)).toMatchObject([{ tally: [counted] }]);
    });
  });

  describe('with a damaged body', () => {
    async function openDamaged(): Promise<SpoolFile> {
      const file = openFile();
      const spool = new SqliteSpool(file);
      for (const letter of ['a', 'b', 'c', 'd']) {
        await spool.append(createReport({ projectId: 3, body: Buffer.alloc(50_000, letter) }));
      }
      close(file);
      damageBodyOf('b', file.db.name);
      return openFile(file.db.name);
    }

    it('keeps it aside with the reason, and goes on behind it', async () => {
      const file = await openDamaged();
      const spool = new SqliteSpool(file);
      const each = { maxReports: 1, maxBytes: Infinity };
      expect([await claimIds(spool, each), await claimIds(spool, each)]).toEqual([[1], [3]]);
      expect(await claimIds(spool)).toEqual([4]);
      await spool.settle([1, 3, 4]);
      expect(await spool.getQueueState(0)).toEqual({ depth: 0, oldestMs: 0, failed: 1 });
      const damaged = { outcome: 'failed', reason: 'damaged', kind: 'error', quantity: 1 };
      expect(await spool.listFailed(ALL, [])).toMatchObject([
        {
          outcomes: [{ projectId: 3, publicKey: 'abc', atMs: 1000, ...damaged }],
          isCounted: false,
        },
      ]);
      expect(file.db.prepare('SELECT * FROM failed_reports').all()).toMatchObject([
        { id: 2, project_id: 3, reason: expect.stringMatching(/damaged/), body: Buffer.alloc(0) },
      ]);
    });

    it('does not meet it again after it is opened anew', async () => {
      const file = await openDamaged();
      const before = new SqliteSpool(file);
      await claimIds(before);
      before.clearAttempts();
      close(file);
      const again = new SqliteSpool(openFile(file.db.name));
      expect(await again.getQueueState(0)).toMatchObject({ depth: 3, failed: 1 });
      await again.settle(await claimIds(again));
      expect(await again.listSettled()).toMatchObject([{ beforeId: 5, isOver: true }]);
    });
  });

  it('tells depth and age, also of what it found when it was opened', async () => {
    const file = openFile();
    const spool = new SqliteSpool(file);
    await spool.append(createReport({ receivedAtMs: 1000 }));
    await spool.append(createReport({ receivedAtMs: 3000 }));
    const state = { depth: 2, oldestMs: 9000, failed: 0 };
    expect(await spool.getQueueState(10_000)).toEqual(state);
    close(file);
    const again = new SqliteSpool(openFile(file.db.name));
    expect(await again.getQueueState(10_000)).toEqual(state);
    expect((await again.getQueueState(500)).oldestMs).toBe(0);
  });

  it('knows what has left the queue for good, by the opening that took it', async () => {
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

  it('refuses a second opener, with nothing waited for', () => {
    const file = openFile();
    expect(SpoolFile.open(file.db.name, 'two')).toEqual({ ok: false, reason: 'held' });
  });

  it('refuses the file of a newer version', () => {
    const file = openFile();
    file.db.pragma('user_version = 99');
    close(file);
    expect(SpoolFile.open(file.db.name, 'one')).toEqual({ ok: false, reason: 'newer' });
  });

  it('is as durable as SQLite can be, without a file of shared memory', async () => {
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
  it('reads what was put there last, also after it was opened again', async () => {
    const file = openFile();
    const archive = new SqliteKeyArchive(file);
    const key = { publicKey: 'a', projectId: 1, projectSlug: 'app', enabled: true };
    await archive.replace([{ ...key, publicKey: 'old' }]);
    const limited = { ...key, publicKey: 'c', keyPerMinute: 5, projectPerMinute: 9 };
    await archive.replace([key, { ...key, publicKey: 'b', enabled: false }, limited]);
    close(file);
    expect(await new SqliteKeyArchive(openFile(file.db.name)).read()).toEqual([
      key,
      { ...key, publicKey: 'b', enabled: false },
      limited,
    ]);
  });
});
