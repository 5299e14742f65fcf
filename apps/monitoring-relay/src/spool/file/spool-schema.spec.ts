import { existsSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from '@jest/globals';
import { SqliteDatabase } from '#sqlite';
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

  it('keeps what had failed in it, of which nobody knows what was stored, with its reason', async () => {
    const path = join(createTemporaryFolder(), 'spool.sqlite');
    const db = new SqliteDatabase(path);
    db.exec(firstSpoolVersion);
    db.exec("INSERT INTO failed_reports VALUES (1, 'a', 1, NULL, 1000, 'no JSON', x'41')");
    db.close();
    expect(await new SqliteSpool(openFile(path)).claim(ALL)).toEqual([
      {
        id: 1,
        origin: 'a',
        projectId: 1,
        publicKey: '',
        receivedAtMs: 1000,
        contents: { kept: {}, filtered: {} },
        failure: { reason: 'no JSON', isCounted: true },
        body: Buffer.from('A'),
      },
    ]);
  });
});

const FAILED_REPORTS = `
  CREATE TABLE failed_reports (
    id INTEGER PRIMARY KEY, origin TEXT NOT NULL, project_id INTEGER NOT NULL, event_id TEXT,
    received_at_ms INTEGER NOT NULL, reason TEXT NOT NULL, body BLOB NOT NULL
  );
  CREATE TABLE failures (
    report_id INTEGER PRIMARY KEY, public_key TEXT NOT NULL, contents TEXT NOT NULL, outcomes TEXT NOT NULL,
    sender_address TEXT
  );
  CREATE TRIGGER failures_go AFTER DELETE ON failed_reports BEGIN
    DELETE FROM failures WHERE report_id = old.id;
  END;
`;

/** As the version before left it: failed reports had a table of their own. */
function dropFailure(db: SpoolFile['db']): void {
  db.exec('ALTER TABLE reports DROP COLUMN failure');
  db.exec(FAILED_REPORTS);
}

function dropAttempts(db: SpoolFile['db']): void {
  dropFailure(db);
  db.exec('ALTER TABLE reports DROP COLUMN attempts');
}

function dropScopes(db: SpoolFile['db']): void {
  dropAttempts(db);
  db.exec('ALTER TABLE project_keys DROP COLUMN scope');
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
    await spool.settle([1, 2, 3]);
    expect(spool.queuedBytes).toBe(0);
    expect(spool.queuedReports).toBe(0);
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
    for (let report = 0; report < 2; report += 1) {
      await spool.append(createIncomingReport({ owed: 'also' }));
    }
    await spool.claim(ALL);
    await spool.settle([2]);
    dropSenders(file.db);
    file.db.pragma('user_version = 9');
    close(file);
    const again = new SqliteSpool(openFile(file.db.name));
    const senderAddress = '203.0.113.7';
    await again.append(createIncomingReport({ owed: 'also', senderAddress }));
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

describe('a spool from before failed reports stayed in their rows', () => {
  const count = {
    projectId: 1,
    publicKey: 'abc',
    outcome: 'failed',
    reason: 'recording',
    kind: 'error',
    atMs: 0,
    quantity: 2,
  };

  /** With one report that waits, and one that was kept aside with these texts. */
  function openOld(outcomes: string, contents = '{"items":[1]}'): SqliteSpool {
    const file = openFile();
    const { db } = file;
    dropFailure(db);
    db.exec(
      "INSERT INTO reports (id, origin, project_id, received_at_ms, body) VALUES (2, 'a', 1, 1000, x'42')",
    );
    db.exec("INSERT INTO failed_reports VALUES (1, 'a', 1, 'e', 1000, 'no room', x'41')");
    db.prepare("INSERT INTO failures VALUES (1, 'abc', ?, ?, '203.0.113.7')").run(
      contents,
      outcomes,
    );
    db.pragma('user_version = 12');
    close(file);
    return new SqliteSpool(openFile(db.name));
  }

  it('is opened with both, and knows of the one what it ended in', async () => {
    const [failed, other] = await openOld(JSON.stringify({ uncounted: [count] })).claim(ALL);
    expect(failed).toMatchObject({
      id: 1,
      publicKey: 'abc',
      eventId: 'e',
      senderAddress: '203.0.113.7',
      failure: { reason: 'no room', outcomes: [count], isCounted: false, items: [1] },
      body: Buffer.from('A'),
    });
    expect(other).toMatchObject({ id: 2 });
    expect(other).not.toHaveProperty('failure');
  });

  it('does not count again what earlier versions counted at once', async () => {
    const [failed] = await openOld(JSON.stringify([count])).claim(ALL);
    expect(failed?.failure).toMatchObject({ outcomes: [count], isCounted: true });
  });

  it('keeps of damaged texts what can be read', async () => {
    const [failed] = await openOld("[{'", "{'").claim(ALL);
    expect(failed?.failure).toEqual({ reason: 'no room', isCounted: true });
  });

  it('keeps a body that is in a file until the report is settled', async () => {
    const file = openFile();
    const { db } = file;
    dropFailure(db);
    db.exec("INSERT INTO failed_reports VALUES (1, 'a', 1, NULL, 1000, 'no room', x'')");
    db.exec("INSERT INTO body_files VALUES (1, 'large', 3)");
    const path = join(file.bodiesFolder, 'large');
    mkdirSync(file.bodiesFolder);
    writeFileSync(path, 'abc');
    db.pragma('user_version = 12');
    close(file);
    const spool = new SqliteSpool(openFile(db.name));
    expect(spool.queuedBytes).toBe(3);
    expect(await spool.claim(ALL)).toMatchObject([
      { bodyFile: path, failure: { reason: 'no room' } },
    ]);
    await spool.settle([1]);
    expect([spool.queuedBytes, existsSync(path)]).toEqual([0, false]);
  });

  it('is opened without writing what waits in it, however much that is', async () => {
    const file = openFile();
    const { db } = file;
    dropFailure(db);
    const insert = db.prepare(
      "INSERT INTO reports (origin, project_id, received_at_ms, body) VALUES ('a', 1, 1000, zeroblob(50000))",
    );
    for (let report = 0; report < 100; report += 1) insert.run();
    db.exec("INSERT INTO failed_reports VALUES (101, 'a', 1, NULL, 1000, 'no room', x'41')");
    db.pragma('user_version = 12');
    close(file);
    const opened = openFile(db.name);
    expect(statSync(`${db.name}-wal`).size).toBeLessThan(500_000);
    const claimed = await new SqliteSpool(opened).claim(ALL);
    expect(claimed.flatMap(({ id, failure }) => (failure ? id : []))).toEqual([101]);
  });

  it('does not process a row that was known to be damaged', async () => {
    const file = openFile();
    const { db } = file;
    await new SqliteSpool(file).append(createIncomingReport());
    dropFailure(db);
    db.exec("INSERT INTO failed_reports VALUES (1, '', 0, NULL, 0, 'The spool is damaged.', x'')");
    db.pragma('user_version = 12');
    close(file);
    const [failed] = await new SqliteSpool(openFile(db.name)).claim(ALL);
    expect(failed).toMatchObject({
      id: 1,
      failure: { reason: 'The spool is damaged.', isCounted: true },
    });
  });
});
