import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it } from '@jest/globals';
import { sql } from 'kysely';
import { ErrataError } from '#shared';
import type { KyselyDatabase } from '../kysely-database.ts';
import { onEachDatabase } from '#product/testing';
import { kyselyOf } from '../testing/kysely-of.ts';
import type { SchemaMigration } from './migration.ts';
import { ownSchema } from '#product';
import { runMigrations } from './run-migrations.ts';

const EVERY_STEP = Object.entries(ownSchema.migrations).flatMap(([set, steps]) =>
  steps.map(({ name }) => `${set}/${name}`),
);

onEachDatabase('migrations', ({ openEmpty }) => {
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
      await elsewhere.database.migrate(['platform', 'product']);
      steps.push('released');
    });
    await migrating;
    expect(steps).toEqual(['released', 'migrated']);
  });

  it('make no table of the product when only the platform migrates', async () => {
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

  it.each(['platform', 'product'] as const)(
    'refuse a database whose %s schema a development state made, and change nothing',
    async (set) => {
      const { database } = await openEmpty();
      const db = kyselyOf(database);
      await sql`create table ${sql.table(`migrations_${set}`)} (name varchar(255) primary key, timestamp varchar(255))`.execute(
        db,
      );
      await sql`insert into ${sql.table(`migrations_${set}`)} (name, timestamp) values ('0001-projects', ''), ('0048-operator-alerts', '')`.execute(
        db,
      );
      const before = await db.introspection.getTables();
      for (const ask of ['migrate', 'requireKnown'] as const) {
        await expect(database[ask](['platform', 'product'])).rejects.toMatchObject({
          code: 'database.unreleased',
          message: expect.stringContaining('Start with a new DATA_DIR or an empty database'),
        });
      }
      expect(await db.introspection.getTables()).toEqual(before);
    },
  );

  it('let the process work on while one of their statements takes long', async () => {
    const { database } = await openEmpty();
    const { dialect } = database as KyselyDatabase;
    const long = sql`with recursive counted(n) as (
        select 1 union all select n + 1 from counted where n < 300000) select max(n) from counted`;
    const steps: SchemaMigration[] = [
      { name: '0001-long', up: async (db) => void (await long.execute(db)) },
    ];
    const ended: string[] = [];
    const migrating = runMigrations(dialect, ['product'], { platform: [], product: steps }).then(
      () => ended.push('the step'),
    );
    for (let turn = 0; turn < 100; turn += 1) await nextTurn();
    ended.push('a hundred turns');
    await migrating;
    expect(ended).toEqual(['a hundred turns', 'the step']);
  });

  it('begin only with room on the disk, and ask for none when nothing is pending', async () => {
    const { database } = await openEmpty();
    const { dialect, kysely } = database as KyselyDatabase;
    const requireRoomToMigrate = () => Promise.reject(new ErrataError('database.no_room'));
    const full = { ...dialect, requireRoomToMigrate };
    const migrate = () => runMigrations(full, ['product'], ownSchema.migrations);
    await expect(migrate()).rejects.toMatchObject({ code: 'database.no_room' });
    expect(await kysely.introspection.getTables()).toEqual([]);
    await database.migrate(['product']);
    expect(await migrate()).toEqual([]);
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
