import { join } from 'node:path';
import { afterEach, describe, expect, it } from '@jest/globals';
import { SqliteDatabase } from '#sqlite';
import { damageRowOf } from '../../../test/support/damage.ts';
import { firstSpoolVersion } from '../../../test/support/first-spool-version.ts';
import { createIncomingReport } from '../../../test/support/incoming-report.ts';
import { silenceLog } from '../../../test/support/quiet-log.ts';
import { createTemporaryFolder } from '../../../test/support/temporary-folder.ts';
import { SqliteKeyArchive } from '../keys/key-archive.ts';
import { SpoolFile } from './spool-file.ts';
import { SqliteSpool } from '../sqlite-spool.ts';

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

async function claimIds(spool: SqliteSpool, limits = ALL): Promise<number[]> {
  return (await spool.claim(limits)).map(({ id }) => id);
}

describe('a spool of the first version', () => {
  /** With three reports, the second of which holds what the letter b fills. */
  function openOld(): SpoolFile {
    const path = join(createTemporaryFolder(), 'spool.sqlite');
    const db = new SqliteDatabase(path);
    db.exec(firstSpoolVersion);
    const insert = db.prepare(
      'INSERT INTO reports (origin, project_id, event_id, received_at_ms, body) VALUES (?, 7, ?, 1000, ?)',
    );
    for (const letter of ['a', 'b', 'c']) {
      insert.run('0123456789abcdef', letter.repeat(32), Buffer.alloc(50_000, letter));
    }
    db.prepare('INSERT INTO origins VALUES (1, ?)').run('0123456789abcdef');
    db.close();
    return openFile(path);
  }

  it('is opened with all it holds, and goes on', async () => {
    const spool = new SqliteSpool(openOld());
    expect(spool.name).toBe('old');
    expect(spool.queuedReports).toBe(3);
    const claimed = await spool.claim(ALL);
    expect(claimed.map(({ eventId }) => eventId)).toEqual(['a', 'b', 'c'].map((l) => l.repeat(32)));
    expect(claimed[0]).toMatchObject({
      origin: '0123456789abcdef',
      projectId: 7,
      publicKey: '',
      contents: { kept: {}, filtered: {} },
      body: Buffer.alloc(50_000, 'a'),
    });
    expect(await spool.append(createIncomingReport({ publicKey: 'abc' }))).toBe(4);
    expect(await spool.claim(ALL)).toMatchObject([{ publicKey: 'abc' }]);
    await spool.settle([1, 2, 3, 4]);
    expect(await spool.listSettled()).toHaveLength(2);
  });

  it('is brought up to date once', async () => {
    const file = openOld();
    await new SqliteSpool(file).append(createIncomingReport());
    close(file);
    expect(new SqliteSpool(openFile(file.db.name)).queuedReports).toBe(4);
  });

  it('counts a damaged report of it as one of no known kind', async () => {
    const file = openOld();
    const spool = new SqliteSpool(file);
    damageWhileOpen(file, 8192);
    expect(await claimIds(spool, { maxReports: 1, maxBytes: Infinity })).toEqual([1]);
    expect(await claimIds(spool)).toEqual([3]);
    await spool.settle([1, 3]);
    await spool.queueTallies();
    const damaged = { projectId: 7, outcome: 'failed', reason: 'damaged', kind: 'unknown' };
    expect(await spool.claim(ALL)).toMatchObject([{ tally: [{ ...damaged, quantity: 1 }] }]);
  });
});

function dropAttempts(db: SpoolFile['db']): void {
  db.exec('ALTER TABLE reports DROP COLUMN attempts');
}

function dropScopes(db: SpoolFile['db']): void {
  dropAttempts(db);
  db.exec('ALTER TABLE project_keys DROP COLUMN scope');
}

/** On the disk; in memory nothing of it stays. */
function damageWhileOpen({ db }: SpoolFile, pageBytes: number): void {
  db.pragma('wal_checkpoint(TRUNCATE)');
  db.pragma('shrink_memory');
  damageRowOf('b', db.name, pageBytes);
}

function dropWhatIsNewer(db: SpoolFile['db']): void {
  dropScopes(db);
  for (const column of ['segment', 'body_offset', 'body_bytes', 'body_checksum']) {
    db.exec(`ALTER TABLE reports DROP COLUMN ${column}`);
  }
  db.exec('ALTER TABLE reports DROP COLUMN sender_address');
  db.exec('ALTER TABLE project_keys DROP COLUMN allowed_origins');
  db.exec('DROP TRIGGER failures_go; DROP TABLE failures; DROP TABLE forwards');
}

function dropSenders(db: SpoolFile['db'], of = ['reports', 'failures', 'forwards']): void {
  dropScopes(db);
  for (const table of of) db.exec(`ALTER TABLE ${table} DROP COLUMN sender_address`);
}

describe('a spool from before keys had rates', () => {
  /** As that version left it, with a key. */
  function openOld(version: 2 | 3): SpoolFile {
    const file = openFile();
    const { db } = file;
    dropWhatIsNewer(db);
    db.exec('ALTER TABLE project_keys DROP COLUMN key_per_minute');
    db.exec('ALTER TABLE project_keys DROP COLUMN project_per_minute');
    db.exec("INSERT INTO project_keys VALUES ('abc', 1, 'app', 1)");
    if (version === 2) db.exec('DROP TABLE body_files');
    db.pragma(`user_version = ${version}`);
    close(file);
    return openFile(db.name);
  }

  it.each([2, 3] as const)(
    'of version %i is opened with the keys it knows, and learns them',
    async (version) => {
      const archive = new SqliteKeyArchive(openOld(version));
      const key = { publicKey: 'abc', projectId: 1, projectSlug: 'app', enabled: true };
      expect(await archive.read()).toEqual([key]);
      await archive.replace([{ ...key, keyPerMinute: 5 }]);
      expect(await archive.read()).toEqual([{ ...key, keyPerMinute: 5 }]);
    },
  );
});

describe('a spool from before bodies had segments', () => {
  /** As that version left it, with reports whose bodies are in their rows. */
  function openOld(letters: readonly string[]): SpoolFile {
    const file = openFile();
    const { db } = file;
    dropWhatIsNewer(db);
    const insert = db.prepare(
      `INSERT INTO reports (origin, project_id, public_key, contents, received_at_ms, body)
       VALUES ('0123456789abcdef', 7, 'abc', '{"kept":{"error":1}}', 1000, ?)`,
    );
    for (const letter of letters) insert.run(Buffer.alloc(50_000, letter));
    db.prepare('INSERT INTO origins VALUES (1, ?)').run('0123456789abcdef');
    db.pragma('user_version = 4');
    close(file);
    return openFile(db.name);
  }

  it('is opened with all it holds, and goes on with segments', async () => {
    const file = openOld(['a', 'b']);
    const spool = new SqliteSpool(file);
    expect(spool.queuedBytes).toBe(100_000);
    const body = Buffer.from('new');
    await spool.append(createIncomingReport({ body }));
    const bodies = (await spool.claim(ALL)).map((report) => report.body);
    expect(bodies).toEqual([Buffer.alloc(50_000, 'a'), Buffer.alloc(50_000, 'b'), body]);
    await spool.fail(1, { reason: 'no JSON', outcomes: [] });
    const kept = file.db.prepare('SELECT length(body) FROM failed_reports').pluck();
    expect(kept.all()).toEqual([50_000]);
    await spool.settle([2, 3]);
    expect(spool.queuedBytes).toBe(0);
    expect(spool.queuedReports).toBe(0);
  });

  it('keeps a damaged row of it aside, and goes on behind it', async () => {
    const file = openOld(['a', 'b', 'c']);
    const spool = new SqliteSpool(file);
    damageWhileOpen(file, 4096);
    expect(await claimIds(spool)).toEqual([1, 3]);
    expect(await spool.getQueueState(1000)).toMatchObject({ depth: 2, failed: 1 });
  });
});

describe('a spool from before failed reports could be tried again', () => {
  it('is opened with those it has, of which nobody knows what was stored', async () => {
    const file = openFile();
    const { db } = file;
    dropWhatIsNewer(db);
    db.exec("INSERT INTO failed_reports VALUES (1, 'a', 1, NULL, 1000, 'no JSON', x'41')");
    db.pragma('user_version = 4');
    close(file);
    const spool = new SqliteSpool(openFile(db.name));
    expect(await spool.listFailed(ALL, [])).toEqual([
      {
        id: 1,
        origin: 'a',
        projectId: 1,
        publicKey: '',
        receivedAtMs: 1000,
        reason: 'no JSON',
        isCounted: true,
        body: Buffer.from('A'),
      },
    ]);
  });
});

describe('a spool from before reports were forwarded', () => {
  it('is opened with what it holds, and may owe reports from then on', async () => {
    const file = openFile();
    const spool = new SqliteSpool(file);
    await spool.append(createIncomingReport());
    file.db.exec('DROP TABLE forwards');
    dropSenders(file.db, ['reports', 'failures']);
    file.db.pragma('user_version = 7');
    close(file);
    const again = new SqliteSpool(openFile(file.db.name));
    expect(again.queuedReports).toBe(1);
    expect(await again.append(createIncomingReport({ owed: 'alone' }))).toBe(2);
    expect(again.forwards.amount.reports).toBe(1);
    expect(await claimIds(again)).toEqual([1]);
  });
});

describe('a spool from before reports went round', () => {
  it('is opened with what it owes, and knows the hops of what comes', async () => {
    const file = openFile();
    const spool = new SqliteSpool(file);
    await spool.append(createIncomingReport({ owed: 'also' }));
    file.db.exec('ALTER TABLE forwards DROP COLUMN hops');
    dropSenders(file.db);
    file.db.pragma('user_version = 8');
    close(file);
    const opened = openFile(file.db.name);
    const again = new SqliteSpool(opened);
    await again.append(createIncomingReport({ owed: 'also', hops: 2 }));
    await again.append(createIncomingReport({ owed: 'also' }));
    // As an earlier version kept them.
    opened.db.exec(
      "UPDATE forwards SET hops = 'cdn.example, errata-0123456789abcdef' WHERE id = 3",
    );
    const owed = again.forwards.list(1, { aboveId: 0, max: 10 });
    expect(owed.map(({ id, hops }) => [id, hops])).toEqual([
      [1, 0],
      [2, 2],
      [3, 0],
    ]);
  });
});

describe('a spool from before addresses of senders were kept', () => {
  it('is opened with all it holds, and knows the senders of what comes', async () => {
    const file = openFile();
    const spool = new SqliteSpool(file);
    const failure = { reason: 'no room', outcomes: [] };
    for (let report = 0; report < 2; report += 1) {
      await spool.append(createIncomingReport({ owed: 'also' }));
    }
    await spool.claim(ALL);
    await spool.fail(2, failure);
    dropSenders(file.db);
    file.db.pragma('user_version = 9');
    close(file);
    const again = new SqliteSpool(openFile(file.db.name));
    const senderAddress = '203.0.113.7';
    await again.append(createIncomingReport({ owed: 'also', senderAddress }));
    expect(await again.listFailed(ALL, [])).toMatchObject([{ id: 2, publicKey: 'abc' }]);
    const claimed = await again.claim(ALL);
    const owed = again.forwards.list(1, { aboveId: 0, max: 10 });
    const toPair = (report: { id: number; senderAddress?: string }) => [
      report.id,
      report.senderAddress,
    ];
    expect(claimed.map(toPair)).toEqual([
      [1, undefined],
      [3, senderAddress],
    ]);
    expect(owed.map(toPair)).toEqual([
      [1, undefined],
      [2, undefined],
      [3, senderAddress],
    ]);
  });
});

describe('a spool from before keys had scopes', () => {
  it('is opened with the keys it knows, and learns them', async () => {
    const file = openFile();
    const archive = new SqliteKeyArchive(file);
    const key = { publicKey: 'abc', projectId: 1, projectSlug: 'app', enabled: true };
    await archive.replace([key]);
    dropScopes(file.db);
    file.db.pragma('user_version = 10');
    close(file);
    const again = new SqliteKeyArchive(openFile(file.db.name));
    expect(await again.read()).toEqual([key]);
    await again.replace([{ ...key, scope: 'errors' }]);
    expect(await again.read()).toEqual([{ ...key, scope: 'errors' }]);
  });
});

describe('a spool from before attempts were counted', () => {
  it('is opened with what waits in it, which nothing has been tried of', async () => {
    const file = openFile();
    const spool = new SqliteSpool(file);
    for (let report = 0; report < 2; report += 1) await spool.append(createIncomingReport());
    await spool.claim(ALL);
    dropAttempts(file.db);
    file.db.pragma('user_version = 11');
    close(file);
    const again = openFile(file.db.name);
    expect(await claimIds(new SqliteSpool(again))).toEqual([1, 2]);
    close(again);
    // From now on they count.
    expect(await claimIds(new SqliteSpool(openFile(file.db.name)))).toEqual([1]);
  });
});
