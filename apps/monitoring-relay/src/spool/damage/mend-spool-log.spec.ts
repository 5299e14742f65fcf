import { cpSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { SqliteDatabase } from '#sqlite';
import { createIncomingReport } from '../../../test/support/incoming-report.ts';
import { silenceLog } from '../../../test/support/quiet-log.ts';
import { createTemporaryFolder } from '../../../test/support/temporary-folder.ts';
import { LeftSpoolFiles } from '../left-spool-files.ts';
import { SqliteKeyArchive } from '../key-archive.ts';
import { openSpoolFile, openUnheldSpoolFiles } from '../open-spool.ts';
import { SqliteSpool } from '../sqlite-spool.ts';
import { countSetAside } from './set-aside.ts';

silenceLog();

const REPORTS = 60;
const ALL = { maxReports: 1000, maxBytes: Infinity };
const FRAME_BYTES = 24 + 4096;

let dataDir: string;
let name: string;

/** A spool as a process leaves it that is killed, with reports of a transaction each. */
beforeEach(async () => {
  const used = createTemporaryFolder();
  const file = openSpoolFile(used);
  const spool = new SqliteSpool(file);
  for (let report = 0; report < REPORTS; report += 1) {
    await spool.append(createIncomingReport({ body: Buffer.from(`{}\n${report}`) }));
  }
  dataDir = createTemporaryFolder();
  cpSync(used, dataDir, { recursive: true });
  ({ name } = file);
  file.close();
});

const locate = (file: string): string => join(dataDir, 'spool', name, file);

function change(file: string, write: (bytes: Buffer) => void): void {
  const bytes = readFileSync(locate(file));
  write(bytes);
  writeFileSync(locate(file), bytes);
}

async function countReports(): Promise<{ name: string; reports: number }> {
  const file = openSpoolFile(dataDir);
  try {
    const claimed = await new SqliteSpool(file).claim(ALL);
    return { name: file.name, reports: new Set(claimed.map(({ body }) => String(body))).size };
  } finally {
    file.close();
  }
}

/** What stands beside what was set aside, and what was. */
function listDamaged(): string[] {
  const folder = join(dataDir, 'damaged');
  const [place] = readdirSync(folder);
  return readdirSync(join(folder, place!)).toSorted();
}

describe('a spool whose log changed on the disk', () => {
  it('has all of its reports, and the log as it was beside', async () => {
    change('spool.sqlite-wal', (bytes) => {
      bytes[Math.floor(bytes.length / FRAME_BYTES / 3) * FRAME_BYTES + 2000]! ^= 1;
    });
    const changed = readFileSync(locate('spool.sqlite-wal'));
    expect(await countReports()).toEqual({ name, reports: REPORTS });
    expect(listDamaged()).toEqual(['spool.sqlite-wal']);
    const [place] = readdirSync(join(dataDir, 'damaged'));
    const kept = readFileSync(join(dataDir, 'damaged', place!, 'spool.sqlite-wal'));
    expect(kept.equals(changed)).toBe(true);
    expect(countSetAside(dataDir)).toBe(0);
  });

  it('has all of its reports where its file is damaged, too', async () => {
    change('spool.sqlite', (bytes) => bytes.fill('damage', 0, 100));
    change('spool.sqlite-wal', (bytes) => {
      bytes[Math.floor(bytes.length / FRAME_BYTES / 3) * FRAME_BYTES + 2000]! ^= 1;
    });
    expect(await countReports()).toEqual({ name, reports: REPORTS });
    expect(listDamaged()).toEqual(['spool.sqlite-wal']);
  });

  it('is opened at once by who looks for what was left', async () => {
    change('spool.sqlite-wal', (bytes) => (bytes[FRAME_BYTES * 10 + 2000]! ^= 1));
    const opened: number[] = [];
    for await (const file of new LeftSpoolFiles(dataDir, 'own').open()) {
      opened.push(new SqliteSpool(file).queuedReports);
      file.close();
    }
    expect(opened).toEqual([REPORTS]);
  });

  it('is set aside with its bodies where that leaves no sound database', async () => {
    change('spool.sqlite-wal', (bytes) => {
      for (let at = 32; at < bytes.length; at += FRAME_BYTES)
        bytes.fill(7, at + 24, at + FRAME_BYTES);
    });
    const opened = await countReports();
    expect(opened.reports).toBe(0);
    expect(opened.name).not.toBe(name);
    expect(listDamaged()).toEqual(['spool', 'spool.sqlite-wal']);
    const [place] = readdirSync(join(dataDir, 'damaged'));
    expect(readdirSync(join(dataDir, 'damaged', place!, 'spool', 'segments'))).toEqual(['1']);
    expect(countSetAside(dataDir)).toBe(1);
  });

  it('stays as it is as long as somebody holds it', () => {
    const holder = new SqliteDatabase(locate('spool.sqlite'));
    holder.pragma('locking_mode = EXCLUSIVE');
    holder.exec('BEGIN IMMEDIATE; COMMIT');
    change('spool.sqlite-wal', (bytes) => (bytes[FRAME_BYTES * 10 + 2000]! ^= 1));
    expect([...openUnheldSpoolFiles(dataDir)]).toEqual([]);
    expect(existsSync(join(dataDir, 'damaged'))).toBe(false);
    holder.close();
  });
});

describe('a spool whose file is damaged', () => {
  // What is in the log is read from there.
  beforeEach(() => {
    const db = new SqliteDatabase(locate('spool.sqlite'));
    db.pragma('wal_checkpoint(TRUNCATE)');
    db.close();
  });

  const addSound = (): void =>
    cpSync(join(dataDir, 'spool', name), join(dataDir, 'spool', 'zzz'), { recursive: true });

  it('is set aside, and hides no other', async () => {
    addSound();
    change('spool.sqlite', (bytes) => bytes.fill('damage'));
    expect((await countReports()).reports).toBe(REPORTS);
    expect(readdirSync(join(dataDir, 'spool'))).toEqual(['zzz']);
    expect(listDamaged()).toEqual(['spool']);
    expect(countSetAside(dataDir)).toBe(1);
  });

  it('has all of its reports where the header alone is', async () => {
    change('spool.sqlite', (bytes) => bytes.fill('damage', 0, 100));
    expect(await countReports()).toEqual({ name, reports: REPORTS });
    expect(listDamaged()).toEqual(['spool']);
  });

  it('has those reports that can be read, and gives no id again', async () => {
    const file = new SqliteDatabase(locate('spool.sqlite'));
    const leaves = file
      .prepare("SELECT pageno, ncell FROM dbstat WHERE name = 'reports' AND pagetype = 'leaf'")
      .all() as { pageno: number; ncell: number }[];
    file.close();
    const { pageno, ncell } = leaves[1]!;
    change('spool.sqlite', (bytes) => bytes.fill(0xaa, (pageno - 1) * 4096, pageno * 4096));
    expect(await countReports()).toEqual({ name, reports: REPORTS - ncell });
    const again = openSpoolFile(dataDir);
    expect(await new SqliteSpool(again).append(createIncomingReport())).toBe(REPORTS + 1);
    again.close();
  });

  const findRootPage = (table: string): number => {
    const file = new SqliteDatabase(locate('spool.sqlite'));
    const find = file.prepare('SELECT rootpage FROM sqlite_schema WHERE name = ?').pluck();
    const page = find.get(table) as number;
    file.close();
    return page;
  };

  /** Of a table of one page: the pages are sound, and can be counted. https://www.sqlite.org/fileformat2.html */
  function damageFirstRowOf(table: string): void {
    const page = (findRootPage(table) - 1) * 4096;
    change('spool.sqlite', (bytes) => {
      const cell = page + bytes.readUInt16BE(page + 8);
      const hasRowId = bytes[page] === 0x0d;
      // Where the row's values begin.
      bytes[cell + (hasRowId ? 2 : 1)] = 0x7f;
    });
  }

  it.each(['project_keys', 'failed_reports'])(
    'is set aside where a row alone is damaged that a relay begins with: of %s',
    async (table) => {
      const file = openSpoolFile(dataDir);
      await new SqliteSpool(file).fail(1, { reason: 'It is odd.', outcomes: [] });
      const key = { publicKey: 'k', projectId: 1, projectSlug: 'app', enabled: true };
      await new SqliteKeyArchive(file).replace([key]);
      file.close();
      damageFirstRowOf(table);
      const next = openSpoolFile(dataDir);
      expect(new SqliteSpool(next).queuedReports).toBe(REPORTS - 1);
      expect(await new SqliteKeyArchive(next).read()).toEqual(
        table === 'project_keys' ? [] : [key],
      );
      expect(countSetAside(dataDir)).toBe(1);
      next.close();
    },
  );

  it('has all of its reports where their ids are out of order', async () => {
    const page = (findRootPage('reports') - 1) * 4096;
    change('spool.sqlite', (bytes) => {
      // The first leaf that it names: https://www.sqlite.org/fileformat2.html#b_tree_pages
      const leaf = (bytes.readUInt32BE(page + bytes.readUInt16BE(page + 12)) - 1) * 4096;
      const cell = leaf + bytes.readUInt16BE(leaf + 8 + 2 * 4);
      // Behind how many bytes the row has, which takes one or two.
      const id = bytes[cell]! & 0x80 ? cell + 2 : cell + 1;
      expect(bytes[id]).toBe(5);
      bytes[id] = 100;
    });
    // It is met when they are handed out: the next opening has them.
    await expect(countReports()).rejects.toMatchObject({ code: 'SQLITE_CORRUPT' });
    expect(await countReports()).toEqual({ name, reports: REPORTS });
  });

  it('has all of its reports but those that lack what none may, or have an id that none has', async () => {
    const file = new SqliteDatabase(locate('spool.sqlite'), { defensive: false });
    file.pragma('writable_schema = ON');
    file.exec(
      "UPDATE sqlite_schema SET sql = replace(sql, ' NOT NULL', '') WHERE name = 'reports'",
    );
    file.close();
    const loose = new SqliteDatabase(locate('spool.sqlite'));
    loose.exec(`UPDATE reports SET origin = NULL WHERE id = 3;
      UPDATE reports SET id = ${2n ** 60n + 1n} WHERE id = 4`);
    loose.close();
    const page = (findRootPage('origins') - 1) * 4096;
    change('spool.sqlite', (bytes) => bytes.fill('damage', page, page + 4096));
    expect(await countReports()).toEqual({ name, reports: REPORTS - 2 });
  });
});
