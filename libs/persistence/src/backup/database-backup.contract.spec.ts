import { mkdtemp, rm } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { sql } from 'kysely';
import type { DatabaseConfig, DatabaseKind } from '../database.ts';
import type { KyselyDatabase } from '../kysely-database.ts';
import { platformMigrations } from '../migrations/platform/index.ts';
import { productMigrations } from '../migrations/product/index.ts';
import { runMigrations } from '../migrations/run-migrations.ts';
import { openDatabase } from '../open-database.ts';
import { createStores } from '../stores/create-stores.ts';
import {
  addPeople,
  createGroupedEvent,
  createReport as createAnyReport,
  createTestDatabase,
  onEachDatabase,
} from '../testing/index.ts';
import { kyselyOf } from '../testing/kysely-of.ts';
import { holdBackupLock, openDatabaseSnapshot, stageDatabase } from './database-backup.ts';
import type { DatabaseContents } from './database-snapshot.ts';

let folder: string;
let stagingFolder: string;
const cleanUp: (() => Promise<void>)[] = [];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'errata-copy-'));
  stagingFolder = await mkdtemp(join(tmpdir(), 'errata-staging-'));
});

afterEach(async () => {
  for (const work of cleanUp.splice(0).toReversed()) await work();
  for (const path of [folder, stagingFolder]) await rm(path, { recursive: true, force: true });
});

function createReport(id = 1) {
  return createAnyReport(id, [createGroupedEvent()]);
}

async function copy(config: DatabaseConfig): Promise<DatabaseContents> {
  const snapshot = (await openDatabaseSnapshot(config))!;
  try {
    return await snapshot.copyTo(folder);
  } finally {
    await snapshot.close();
  }
}

/** Where nothing is yet. */
async function createTarget(kind: DatabaseKind): Promise<DatabaseConfig> {
  const { config, remove } = await createTestDatabase(kind);
  cleanUp.push(remove);
  return config;
}

async function restore(config: DatabaseConfig, contents: DatabaseContents) {
  await (await stageDatabase({ ...config, folder, stagingFolder }, contents)).commit();
  const database = openDatabase(config);
  cleanUp.push(() => database.close());
  return { database, stores: createStores(database) };
}

describe('a copy of a database', () => {
  onEachDatabase(({ kind, openFresh, openEmpty }) => {
    it('is as the database was when it was begun, whatever is written meanwhile', async () => {
      const { config, stores } = await openFresh();
      await stores.projects.ensure([{ slug: 'app', id: 1 }]);
      await stores.reports.record([createReport()]);
      const snapshot = (await openDatabaseSnapshot(config))!;
      await stores.projects.ensure([{ slug: 'later' }]);
      const contents = await snapshot.copyTo(folder);
      await snapshot.close();
      expect(contents).toMatchObject({ kind, rows: { projects: 1, events: 1, event_payloads: 1 } });
    });

    it('restores to the same rows, and counts ids on from where they were', async () => {
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

    it('restores with what its tables ask of one another', async () => {
      const { config, stores } = await openFresh();
      await stores.projects.ensure([{ slug: 'app', id: 1 }]);
      const restored = await restore(await createTarget(kind), await copy(config));
      await kyselyOf(restored.database).deleteFrom('projects').execute();
      expect(await restored.stores.projects.listKeys()).toEqual([]);
    });

    it('of an earlier version is restored as it was, and migrated by who opens it', async () => {
      const { config, database } = await openEmpty();
      const { dialect } = database as KyselyDatabase;
      const earlier = productMigrations.filter(({ name }) => name < '0010');
      const steps = { platform: platformMigrations.slice(0, 2), product: earlier };
      await runMigrations(dialect, ['platform', 'product'], steps);
      const contents = await copy(config);
      const restored = await restore(await createTarget(kind), contents);
      const ran = await restored.database.migrate(['platform', 'product']);
      expect(ran).toContain('product/0010-attachments');
      expect(ran).not.toContain('product/0009-outcomes');
    });

    it('is not there before it is committed, nor after it was abandoned', async () => {
      const { config } = await openFresh();
      const contents = await copy(config);
      const target = await createTarget(kind);
      const staged = await stageDatabase({ ...target, folder, stagingFolder }, contents);
      await staged.abandon();
      const database = openDatabase(target);
      cleanUp.push(() => database.close());
      expect(await kyselyOf(database).introspection.getTables()).toEqual([]);
      expect(existsSync(join(stagingFolder, 'errata.sqlite'))).toBe(false);
    });

    it('goes nowhere where a database is', async () => {
      const { config } = await openFresh();
      const contents = await copy(config);
      const staging = { ...config, folder, stagingFolder };
      await expect(stageDatabase(staging, contents)).rejects.toThrow(/has (?:tables|a database)/);
    });

    it('is refused when a table has other rows than were counted', async () => {
      const { config } = await openFresh();
      const contents = await copy(config);
      const other = { ...contents, rows: { ...contents.rows, issues: 3 } };
      const staging = { ...(await createTarget(kind)), folder, stagingFolder };
      await expect(stageDatabase(staging, other)).rejects.toThrow(
        'issues has 0 rows where the backup says 3',
      );
    });

    it('is refused when it knows a step that this version does not', async () => {
      const { config, database } = await openFresh();
      await sql`insert into migrations_product (name, timestamp) values ('9999-later', '2030')`.execute(
        kyselyOf(database),
      );
      const contents = await copy(config);
      const staging = { ...(await createTarget(kind)), folder, stagingFolder };
      await expect(stageDatabase(staging, contents)).rejects.toThrow('product/9999-later');
    });

    it('is refused where the other kind of database is asked for', async () => {
      const { config } = await openFresh();
      const contents = await copy(config);
      const other = await createTarget(kind === 'sqlite' ? 'postgres' : 'sqlite');
      const staging = { ...other, folder, stagingFolder };
      await expect(stageDatabase(staging, contents)).rejects.toThrow('and DATABASE_URL asks for');
    });

    it('tells which reports it has recorded', async () => {
      const { config, stores } = await openFresh();
      await stores.projects.ensure([{ slug: 'app', id: 1 }]);
      const report = createReport();
      await stores.reports.record([report]);
      const snapshot = (await openDatabaseSnapshot(config))!;
      const known = { origin: report.origin, id: report.reportId };
      const recorded = await snapshot.findRecorded([known, { ...known, id: 999 }]);
      await snapshot.close();
      expect(recorded).toEqual([known]);
    });

    it('tells that it records no reports', async () => {
      const { config, database } = await openEmpty();
      await database.migrate(['platform']);
      const snapshot = (await openDatabaseSnapshot(config))!;
      expect(await snapshot.findRecorded([{ origin: 'a', id: 1 }])).toBeUndefined();
      await snapshot.close();
    });
  });
});

describe('while a backup is made', () => {
  onEachDatabase(({ openFresh }) => {
    it('no report is forgotten', async () => {
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

    it('another one waits', async () => {
      const { config } = await openFresh();
      const steps: string[] = [];
      let second: Promise<unknown> = Promise.resolve();
      await holdBackupLock(config, async () => {
        second = holdBackupLock(config, async () => void steps.push('second'));
        await (await openDatabaseSnapshot(config))!.close();
        steps.push('first');
      });
      await second;
      expect(steps).toEqual(['first', 'second']);
    });
  });
});
