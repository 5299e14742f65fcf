import { describe, expect, it } from '@jest/globals';
import { sql } from 'kysely';
import type { KyselyDatabase } from '../kysely-database.ts';
import { onEachDatabase } from '../testing/index.ts';
import { kyselyOf } from '../testing/kysely-of.ts';
import type { SchemaMigration } from './migration.ts';
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
