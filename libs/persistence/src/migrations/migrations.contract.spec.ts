import { describe, expect, it } from '@jest/globals';
import { sql } from 'kysely';
import { reportLimits } from '#shared';
import type { KyselyDatabase } from '../kysely-database.ts';
import { onEachDatabase } from '../testing/index.ts';
import { kyselyOf } from '../testing/kysely-of.ts';
import type { SchemaMigration } from './migration.ts';
import { productMigrations } from './product/index.ts';
import { runMigrations } from './run-migrations.ts';

const EVERY_STEP = [
  'platform/0001-installation',
  'platform/0002-kept-assets',
  'platform/0003-idempotency',
  'product/0001-projects',
  'product/0002-issues',
  'product/0003-events',
  'product/0004-processed-reports',
  'product/0005-accounts',
  'product/0006-triage',
  'product/0007-deletion',
  'product/0008-issues-by-project',
  'product/0009-outcomes',
  'product/0010-attachments',
  'product/0011-rates',
  'product/0012-belongings',
  'product/0013-allowed-origins',
  'product/0014-feedback-written',
  'product/0015-awaiting-files',
  'product/0016-zstandard-payloads',
  'product/0017-storage-bounds',
  'product/0018-packed-attachments',
  'product/0021-job-leases',
];

describe('migrations', () => {
  onEachDatabase(({ openEmpty }) => {
    it('bring an empty database up to date, once', async () => {
      const { database } = await openEmpty();
      expect(await database.migrate(['platform', 'product'])).toEqual(EVERY_STEP);
      expect(await database.migrate(['platform', 'product'])).toEqual([]);
    });

    it('run once however many processes start at the same time', async () => {
      const { database, openAgain } = await openEmpty();
      const processes = [database, ...Array.from({ length: 4 }, () => openAgain().database)];
      const ran = await Promise.all(
        processes.map((process) => process.migrate(['platform', 'product'])),
      );
      expect(ran.flat()).toEqual(EVERY_STEP);
    });

    it('wait while another process migrates', async () => {
      const { database, openAgain } = await openEmpty();
      const elsewhere = await openEmpty();
      const { dialect } = openAgain().database as KyselyDatabase;
      const steps: string[] = [];
      let migrating: Promise<unknown> = Promise.resolve();
      await dialect.holdMigrationLock(async () => {
        migrating = database.migrate(['platform']).then(() => steps.push('migrated'));
        // Takes longer than what was started first would take if it did not wait.
        await elsewhere.database.migrate(['platform', 'product']);
        steps.push('released');
      });
      await migrating;
      expect(steps).toEqual(['released', 'migrated']);
    });

    it('of the platform alone make no table of the product', async () => {
      const { database, stores } = await openEmpty();
      expect(await database.migrate(['platform'])).toEqual(
        EVERY_STEP.filter((name) => name.startsWith('platform/')),
      );
      expect(await stores.installation.get()).toBeDefined();
      const tables = await kyselyOf(database).introspection.getTables();
      expect(tables.map(({ name }) => name)).not.toContain('projects');
    });

    it('refuse a database that knows a step this version does not, and change nothing', async () => {
      const { database } = await openEmpty();
      await database.migrate(['product']);
      const db = kyselyOf(database);
      await sql`insert into migrations_product (name, timestamp) values ('9999-later', '2030')`.execute(
        db,
      );
      await expect(database.migrate(['platform', 'product'])).rejects.toMatchObject({
        code: 'database.newer',
        message: expect.stringContaining('product/9999-later'),
      });
      const tables = await db.introspection.getTables();
      expect(tables.map(({ name }) => name)).not.toContain('installation');
    });

    it('bring issues of before there were states to unresolved, and know the releases they name', async () => {
      const { database, stores } = await openEmpty();
      const { dialect, kysely } = database as KyselyDatabase;
      const before = productMigrations.filter(({ name }) => name < '0006');
      await runMigrations(dialect, ['product'], { platform: [], product: before });
      await stores.projects.ensure([{ slug: 'app', id: 1 }]);
      const seen = { first_seen_at: 10, last_seen_at: 20, events: 2, users: 0 };
      const releases = { first_release: 'a', last_release: 'b' };
      const words = { type: 'TypeError', value: 'x', place: '', level: 'error' as const };
      const ofProject = { project_id: 1, ...seen, ...releases };
      await kysely
        .insertInto('issues')
        .values({ number: 1, ...words, ...ofProject })
        .execute();
      const later = { first_seen_at: 15, last_seen_at: 30, last_release: null };
      const keys = [
        { key: 'k', issue_id: 1, ...ofProject },
        { key: 'l', issue_id: 1, ...ofProject, ...later },
      ];
      await kysely.insertInto('grouping_keys').values(keys).execute();
      await database.migrate(['product']);
      const issue = await stores.issues.find(1);
      expect(issue?.state).toEqual({ status: 'unresolved', kind: 'new', sinceMs: 10 });
      const known = kysely.selectFrom('releases').select(['release', 'first_seen_at']);
      expect(await known.orderBy('release').execute()).toEqual([
        { release: 'a', first_seen_at: 10 },
        { release: 'b', first_seen_at: 20 },
      ]);
    });

    it('let feedback of before wait for its event from then on', async () => {
      const { database, stores } = await openEmpty();
      const { dialect, kysely } = database as KyselyDatabase;
      const before = productMigrations.filter(({ name }) => name < '0014');
      await runMigrations(dialect, ['product'], { platform: [], product: before });
      await stores.projects.ensure([{ slug: 'app', id: 1 }]);
      await sql`insert into feedback (project_id, source, feedback_id, event_id, message, received_at)
        values (1, 'feedback', 'f', 'e', 'It broke.', 10)`.execute(kysely);
      await database.migrate(['product']);
      const { eventAwaitedMs } = reportLimits;
      expect(await stores.deletions.sweep(Date.now() + eventAwaitedMs - 60_000)).toBe(false);
      expect(await stores.deletions.sweep(Date.now() + eventAwaitedMs + 60_000)).toBe(true);
      expect(await kysely.selectFrom('feedback').select('id').execute()).toEqual([]);
    });

    it('leave nothing of a set behind when one of its steps fails', async () => {
      const { database } = await openEmpty();
      const { dialect, kysely } = database as KyselyDatabase;
      const steps: SchemaMigration[] = [
        {
          name: '0001-good',
          up: (db) => db.schema.createTable('good').addColumn('a', 'text').execute(),
        },
        { name: '0002-bad', up: () => Promise.reject(new Error('bad step')) },
      ];
      const failing = runMigrations(dialect, ['product'], { platform: [], product: steps });
      await expect(failing).rejects.toThrow('bad step');
      const tables = await kysely.introspection.getTables();
      expect(tables.map(({ name }) => name)).not.toContain('good');
      expect(await database.migrate(['platform', 'product'])).toEqual(EVERY_STEP);
    });
  });
});
