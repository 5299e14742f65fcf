import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { SqliteDatabase } from '#sqlite';
import { sql } from 'kysely';
import type { Database, DatabaseConfig, DatabaseKind } from '../database.ts';
import type { KyselyDatabase } from '../kysely-database.ts';
import { runMigrations } from '../migrations/run-migrations.ts';
import { openDatabase, ownSchema, createStores } from '#product';
import {
  addPeople,
  createGroupedEvent,
  createReport as createAnyReport,
  onEachDatabase,
} from '#product/testing';
import { createTestDatabase } from '../testing/index.ts';
import { kyselyOf } from '../testing/kysely-of.ts';
import { copySqlite } from './sqlite/copy-sqlite.ts';
import { copyDatabase, holdBackupLock, stageDatabase } from './database-backup.ts';
import type { DatabaseContents } from './database-copy.ts';

let place: string;
let folder: string;
let stagingFolder: string;
const cleanUp: (() => Promise<void>)[] = [];

beforeEach(async () => {
  place = await mkdtemp(join(tmpdir(), 'errata-copy-'));
  folder = join(place, 'database');
  stagingFolder = join(place, 'staging');
  await mkdir(stagingFolder);
});

afterEach(async () => {
  for (const work of cleanUp.splice(0).toReversed()) await work();
  await rm(place, { recursive: true });
});

function createReport(id = 1) {
  return createAnyReport(id, [createGroupedEvent()]);
}

async function copy(config: DatabaseConfig): Promise<DatabaseContents> {
  return (await copyDatabase(config, folder, ownSchema))!.contents;
}

async function createTarget(kind: DatabaseKind): Promise<DatabaseConfig> {
  const { config, remove } = await createTestDatabase(kind);
  cleanUp.push(remove);
  return config;
}

async function restore(config: DatabaseConfig, contents: DatabaseContents) {
  await (await stageDatabase({ ...config, folder, stagingFolder }, contents, ownSchema)).commit();
  const database = openDatabase(config);
  cleanUp.push(() => database.close());
  return { database, stores: createStores(database) };
}

onEachDatabase('a copy of a database', ({ kind, openFresh, openEmpty }) => {
  it('holds the database as it was at one moment while reports are recorded', async () => {
    const { config, stores } = await openFresh();
    await stores.projects.ensure([{ slug: 'app', id: 1 }]);
    const copied = new AbortController();
    const record = async (id = 1): Promise<void> => {
      if (copied.signal.aborted) return;
      await stores.reports.record([createReport(id)]);
      await nextTurn();
      await record(id + 1);
    };
    const recording = record();
    const { rows } = await copy(config).finally(() => copied.abort());
    await recording;
    expect(rows).toMatchObject({ projects: 1, processed_reports: rows['events'] });
    expect(rows['event_payloads']).toBe(rows['events']);
  });

  if (kind === 'sqlite') {
    it('lets the write-ahead log be reset while the copy is checked', async () => {
      const { config, stores } = await openFresh();
      await stores.projects.ensure([{ slug: 'app', id: 1 }]);
      await mkdir(folder);
      const checkpoints: unknown[] = [];
      await copySqlite(config.dataDir, folder, ownSchema, () => {
        const db = new SqliteDatabase(join(config.dataDir, 'errata.sqlite'));
        checkpoints.push(db.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get());
        db.close();
      });
      expect(checkpoints).toEqual([{ busy: 0, log: 0, checkpointed: 0 }]);
    });

    it('is not put beside the write-ahead log of another database', async () => {
      const { config, stores } = await openFresh();
      await stores.projects.ensure([{ slug: 'app', id: 1 }]);
      const contents = await copy(config);
      const target = await createTarget(kind);
      const staged = await stageDatabase({ ...target, folder, stagingFolder }, contents, ownSchema);
      await stores.projects.ensure([{ slug: 'later' }]);
      const [from, to] = [config, target].map(({ dataDir }) => join(dataDir, 'errata.sqlite'));
      await copyFile(`${from}-wal`, `${to}-wal`);
      await expect(staged.commit()).rejects.toThrow('errata.sqlite-wal was made meanwhile');
      await staged.abandon();
      expect([to!, `${to}-wal`].map((each) => existsSync(each))).toEqual([false, true]);
    });
  }

  it('restores the same rows, and new rows continue the ids of the original', async () => {
    const { config, stores } = await openFresh();
    await stores.projects.ensure([{ slug: 'app', id: 1 }, { slug: 'gone' }]);
    await addPeople(stores, ['ada', 'bob']);
    await stores.reports.record([createReport()]);
    const issues = await stores.issues.list({ limit: 10 });
    await stores.deletions.delete(issues[0]!.id);
    await stores.reports.record([createReport(2)]);
    const contents = await copy(config);
    const restored = await restore(await createTarget(kind), contents);
    expect(await restored.stores.issues.list({ limit: 10 })).toEqual(
      await stores.issues.list({ limit: 10 }),
    );
    expect(await restored.stores.installation.get()).toEqual(await stores.installation.get());
    expect(await restored.database.migrate(['platform', 'product'])).toEqual([]);
    const next = createReport(3);
    for (const each of [stores, restored.stores]) await each.reports.record([next]);
    expect(await restored.stores.issues.list({ limit: 10 })).toEqual(
      await stores.issues.list({ limit: 10 }),
    );
  });

  it('restores the foreign keys between tables', async () => {
    const { config, stores } = await openFresh();
    await stores.projects.ensure([{ slug: 'app', id: 1 }]);
    const restored = await restore(await createTarget(kind), await copy(config));
    await kyselyOf(restored.database).deleteFrom('projects').execute();
    expect(await restored.stores.projects.listKeys()).toEqual([]);
  });

  it('keeps an earlier schema version when restored, and migrates when opened', async () => {
    const { config, database } = await openEmpty();
    const { dialect } = database as KyselyDatabase;
    const earlier = ownSchema.migrations.product.filter(({ name }) => name < '0010');
    const steps = { platform: ownSchema.migrations.platform.slice(0, 1), product: earlier };
    await runMigrations(dialect, ['platform', 'product'], steps);
    const contents = await copy(config);
    const restored = await restore(await createTarget(kind), contents);
    const ran = await restored.database.migrate(['platform', 'product']);
    expect(ran).toContain('product/0010-create-attachments');
    expect(ran).not.toContain('product/0009-create-merging');
  });

  it.each([
    [
      'a newer version',
      sql`insert into migrations_product (name, timestamp) values ('9999-later', '')`,
      'newer',
    ],
    [
      'a development state',
      sql`update migrations_product set name = '0001-projects' where name = '0001-create-projects'`,
      'unreleased',
    ],
  ])('is not made from a database that %s made', async (_, change, why) => {
    const { config, database } = await openFresh();
    await change.execute(kyselyOf(database));
    await expect(copy(config)).rejects.toMatchObject({ code: `database.${why}` });
  });

  it('leaves nothing in the target when its restore is abandoned before the commit', async () => {
    const { config } = await openFresh();
    const contents = await copy(config);
    const target = await createTarget(kind);
    const staged = await stageDatabase({ ...target, folder, stagingFolder }, contents, ownSchema);
    await staged.abandon();
    const database = openDatabase(target);
    cleanUp.push(() => database.close());
    expect(await kyselyOf(database).introspection.getTables()).toEqual([]);
    expect(existsSync(join(stagingFolder, 'errata.sqlite'))).toBe(false);
  });

  it('is not restored over a database that exists', async () => {
    const { config } = await openFresh();
    const contents = await copy(config);
    const staging = { ...config, folder, stagingFolder };
    await expect(stageDatabase(staging, contents, ownSchema)).rejects.toThrow(
      /has (?:tables|a database)/,
    );
  });

  it('is refused when a table has another number of rows than the backup counted', async () => {
    const { config } = await openFresh();
    const contents = await copy(config);
    const other = { ...contents, rows: { ...contents.rows, issues: 3 } };
    const staging = { ...(await createTarget(kind)), folder, stagingFolder };
    await expect(stageDatabase(staging, other, ownSchema)).rejects.toThrow(
      'issues has 0 rows where the backup says 3',
    );
  });

  it('is refused when it contains a migration that this version does not know', async () => {
    const { config } = await openFresh();
    const contents = await copy(config);
    const later = { ...contents, migrations: [...contents.migrations, 'product/9999-later'] };
    const staging = { ...(await createTarget(kind)), folder, stagingFolder };
    await expect(stageDatabase(staging, later, ownSchema)).rejects.toThrow('product/9999-later');
  });

  it('is refused when DATABASE_URL asks for the other kind of database', async () => {
    const { config } = await openFresh();
    const contents = await copy(config);
    const other = await createTarget(kind === 'sqlite' ? 'postgres' : 'sqlite');
    const staging = { ...other, folder, stagingFolder };
    await expect(stageDatabase(staging, contents, ownSchema)).rejects.toThrow(
      'but DATABASE_URL asks for',
    );
  });

  it('lists the project keys of a database of Errata, and none for an unmigrated one', async () => {
    const { config, database } = await openEmpty();
    const listKeys = async (name: string) =>
      (await copyDatabase(config, join(place, name), ownSchema))!.keys;
    await kyselyOf(database).schema.createTable('other').addColumn('id', 'integer').execute();
    expect(await listKeys('before')).toBeUndefined();
    await database.migrate(['platform', 'product']);
    await createStores(database).projects.ensure([{ slug: 'app', publicKey: 'one' }]);
    expect(await listKeys('after')).toEqual(['one']);
  });
});

it('stageDatabase reports once that the PostgreSQL server to restore to does not answer', async () => {
  const databaseUrl = 'postgres://nobody@127.0.0.1:1/none';
  const staging = { dataDir: stagingFolder, databaseUrl, folder, stagingFolder };
  await expect(
    stageDatabase(staging, { kind: 'postgres', migrations: [], rows: {} }, ownSchema),
  ).rejects.toThrow(
    /^The database does not answer\. PostgreSQL: connect ECONNREFUSED 127\.0\.0\.1:1\.$/,
  );
});

describe('a copy of a PostgreSQL database that other software shares', () => {
  let config: DatabaseConfig;
  let database: Database;

  beforeEach(async () => {
    ({ config } = await openMigrated('postgres'));
    database = openDatabase(config);
    cleanUp.push(() => database.close());
  });

  it('leaves out foreign tables and sequences, and can be restored', async () => {
    const db = kyselyOf(database);
    await sql`create table theirs (id serial primary key, note text)`.execute(db);
    await sql`insert into theirs (note) values ('not of Errata')`.execute(db);
    await sql`create sequence also_theirs`.execute(db);
    await sql`select nextval('also_theirs')`.execute(db);
    const contents = await copy(config);
    expect(Object.keys(contents.rows)).not.toContain('theirs');
    expect(Object.keys(contents.sequences ?? {}).join(' ')).not.toContain('theirs');
    const restored = await restore(await createTarget('postgres'), contents);
    expect(await restored.stores.projects.listKeys()).toHaveLength(1);
  });
});

describe('a copy of a damaged SQLite database', () => {
  const PAGE = 2048;
  let config: DatabaseConfig;
  let file: string;

  beforeEach(async () => {
    ({ config } = await openMigrated('sqlite'));
    file = join(config.dataDir, 'errata.sqlite');
  });

  it.each([
    ['a page of the file is gone', (bytes: Buffer) => bytes.fill(0, 20 * PAGE, 21 * PAGE)],
    ['the header of the file is gone', (bytes: Buffer) => bytes.fill(0, 0, 16)],
  ])('is not made when %s', async (_, damage) => {
    const bytes = await readFile(file);
    damage(bytes);
    await writeFile(file, bytes);
    await expect(copy(config)).rejects.toThrow(/errata\.sqlite is damaged|is not an SQLite/);
  });

  it('is not made when a row is in the table but missing from its index', async () => {
    const db = new SqliteDatabase(file);
    const rootPage = db
      .prepare("SELECT rootpage FROM sqlite_schema WHERE type = 'index' AND tbl_name = 'projects'")
      .pluck()
      .get() as number;
    db.close();
    const bytes = await readFile(file);
    // Makes the page an empty leaf of an index (0x0a in SQLite's file format).
    const page = bytes.subarray((rootPage - 1) * PAGE, rootPage * PAGE);
    page.fill(0);
    page[0] = 0x0a;
    page.writeUInt16BE(PAGE, 5);
    await writeFile(file, bytes);
    await expect(copy(config)).rejects.toThrow(/errata\.sqlite is damaged: .*index/);
  });
});

async function openMigrated(kind: DatabaseKind): Promise<{ config: DatabaseConfig }> {
  const config = await createTarget(kind);
  const database = openDatabase(config);
  await database.migrate(['platform', 'product']);
  await createStores(database).projects.ensure([{ slug: 'app', id: 1 }]);
  await database.close();
  return { config };
}

onEachDatabase('a backup under way', ({ openFresh }) => {
  it('keeps recorded reports from being forgotten', async () => {
    const { config, stores } = await openFresh();
    await stores.projects.ensure([{ slug: 'app', id: 1 }]);
    const report = createReport();
    await stores.reports.record([report]);
    const forget = () => stores.reports.forget(report.origin, report.reportId + 1);
    expect(await holdBackupLock(config, forget)).toBe(false);
    expect((await stores.reports.record([report])).recordedBefore).toBe(1);
    expect(await forget()).toBe(true);
    expect((await stores.reports.record([report])).recordedBefore).toBe(0);
  });

  it('makes a second backup wait', async () => {
    const { config } = await openFresh();
    const steps: string[] = [];
    let second: Promise<unknown> = Promise.resolve();
    await holdBackupLock(config, async () => {
      second = holdBackupLock(config, async () => void steps.push('second'));
      await copy(config);
      steps.push('first');
    });
    await second;
    expect(steps).toEqual(['first', 'second']);
  });
});
