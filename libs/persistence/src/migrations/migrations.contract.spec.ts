import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { reportLimits } from '#shared';
import type { KyselyDatabase } from '../kysely-database.ts';
import {
  createGroupedEvent,
  createReport,
  migrateToEarlier,
  onEachDatabase,
} from '../testing/index.ts';
import { kyselyOf } from '../testing/kysely-of.ts';
import { toKeys } from '../testing/reports.ts';
import type { Schema } from '../schema.ts';
import type { SchemaMigration } from './migration.ts';
import { releasedMigrations } from '../released-migrations.ts';
import { runMigrations } from './run-migrations.ts';

const EVERY_STEP = Object.entries(releasedMigrations).flatMap(([set, steps]) =>
  steps.map(({ name }) => `${set}/${name}`),
);

/** As every version has had it. */
async function addProject(db: Kysely<Schema>): Promise<void> {
  await sql`insert into projects (id, slug, name, created_at) values (1, 'app', 'app', 0)`.execute(
    db,
  );
}

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
      const { dialect, kysely, secret } = database as KyselyDatabase;
      const before = releasedMigrations.product.filter(({ name }) => name < '0006');
      await runMigrations(dialect, ['product'], {
        steps: { platform: [], product: before },
        secret,
      });
      await addProject(kyselyOf(database));
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
      const { dialect, kysely, secret } = database as KyselyDatabase;
      const before = releasedMigrations.product.filter(({ name }) => name < '0014');
      await runMigrations(dialect, ['product'], {
        steps: { platform: [], product: before },
        secret,
      });
      await addProject(kyselyOf(database));
      await sql`insert into feedback (project_id, source, feedback_id, event_id, message, received_at)
        values (1, 'feedback', 'f', 'e', 'It broke.', 10)`.execute(kysely);
      await database.migrate(['product']);
      const { eventAwaitedMs } = reportLimits;
      expect(await stores.deletions.sweep(Date.now() + eventAwaitedMs - 60_000)).toBe(false);
      expect(await stores.deletions.sweep(Date.now() + eventAwaitedMs + 60_000)).toBe(true);
      expect(await kysely.selectFrom('feedback').select('id').execute()).toEqual([]);
    });

    it('give keys of before the heads of their issues, and their events the order in which they occurred', async () => {
      const { database, stores } = await openEmpty();
      await migrateToEarlier(database, '0024');
      await addProject(kyselyOf(database));
      const db = kyselyOf(database);
      await sql`insert into issues (project_id, number, type, value, place, level, first_seen_at, last_seen_at, events)
        values (1, 1, 'TypeError', 'x', 'y', 'fatal', 10, 30, 2)`.execute(db);
      await sql`insert into grouping_keys (project_id, key, issue_id, first_seen_at, last_seen_at, events)
        values (1, 'k', 1, 10, 30, 2), (1, 'deleted 2', null, 10, 30, 2)`.execute(db);
      for (const [eventId, receivedAt, occurredAt] of [
        ['a', 10, 9],
        ['b', 30, 3],
      ] as const) {
        await sql`insert into events (project_id, event_id, grouping_key_id, received_at, occurred_at, level)
          values (1, ${eventId}, 1, ${receivedAt}, ${occurredAt}, 'error')`.execute(db);
      }
      await database.migrate(['product']);
      const keys = db
        .selectFrom('grouping_keys')
        .select(['type', 'value', 'place', 'level', 'newest_event_id'])
        .select(['first_seen_at', 'last_seen_at'])
        .orderBy('id');
      const seen = { first_seen_at: 10, last_seen_at: 30, newest_event_id: 0 };
      const words = { type: 'TypeError', value: 'x', place: 'y', level: 'fatal' };
      const none = { type: '', value: '', place: '', level: 'error' };
      expect(await keys.execute()).toEqual([
        { ...words, ...seen },
        { ...none, ...seen },
      ]);
      expect((await stores.events.find(1))?.event.eventId).toBe('a');
      const event = { eventId: 'c', occurredAtMs: 31 };
      const grouping = { keys: [{ version: 1, key: 'k' }], value: 'new' };
      await stores.reports.record([createReport(1, [createGroupedEvent({ event, grouping })])]);
      expect(await stores.issues.find(1)).toMatchObject({
        value: 'new',
        level: 'error',
        events: 3,
      });
    });

    it('let events of before and those of a later version of grouping be of one issue', async () => {
      const { database, stores } = await openEmpty();
      await migrateToEarlier(database, '0026');
      await addProject(kyselyOf(database));
      const db = kyselyOf(database);
      const [later, before] = toKeys(['later', 'before']);
      await sql`insert into issues (project_id, number, type, value, place, level, first_seen_at, last_seen_at, events)
        values (1, 1, 'TypeError', 'x', 'y', 'error', 10, 30, 2)`.execute(db);
      await sql`update projects set next_issue_number = 2`.execute(db);
      await sql`insert into grouping_keys (project_id, key, issue_id, first_seen_at, last_seen_at, events)
        values (1, ${before!.key}, 1, 10, 30, 2)`.execute(db);
      await sql`insert into events (project_id, event_id, grouping_key_id, received_at, occurred_at, level)
        values (1, 'a', 1, 30, 30, 'error')`.execute(db);
      await database.migrate(['product']);
      expect(await stores.events.find(1)).not.toHaveProperty('groupingVersion');
      for (const [reportId, keys, version] of [
        [1, [later!, before!], 1],
        [2, [later!, before!], 2],
        [3, [later!], 2],
        [4, [before!], 1],
      ] as const) {
        const events = [createGroupedEvent({ grouping: { keys } })];
        const recorded = await stores.reports.record([createReport(reportId, events)]);
        expect(recorded.events).toMatchObject([{ issueId: 1, groupingVersion: version }]);
      }
      expect(await stores.issues.list({ limit: 9 })).toMatchObject([{ number: 1, events: 6 }]);
    });

    it('let this process go on while a statement takes long', async () => {
      const { database } = await openEmpty();
      const { dialect, secret } = database as KyselyDatabase;
      const long = sql`with recursive counted(n) as (
        select 1 union all select n + 1 from counted where n < 300000) select max(n) from counted`;
      const steps: SchemaMigration[] = [
        { name: '0001-long', up: async (db) => void (await long.execute(db)) },
      ];
      const ended: string[] = [];
      const migrating = runMigrations(dialect, ['product'], {
        steps: { platform: [], product: steps },
        secret,
      }).then(() => ended.push('the step'));
      for (let turn = 0; turn < 100; turn += 1) await nextTurn();
      ended.push('a hundred turns');
      await migrating;
      expect(ended).toEqual(['a hundred turns', 'the step']);
    });

    it('leave nothing of a set behind when one of its steps fails', async () => {
      const { database } = await openEmpty();
      const { dialect, kysely, secret } = database as KyselyDatabase;
      const steps: SchemaMigration[] = [
        {
          name: '0001-good',
          up: (db) => db.schema.createTable('good').addColumn('a', 'text').execute(),
        },
        { name: '0002-bad', up: () => Promise.reject(new Error('bad step')) },
      ];
      const failing = runMigrations(dialect, ['product'], {
        steps: { platform: [], product: steps },
        secret,
      });
      await expect(failing).rejects.toThrow('bad step');
      const tables = await kysely.introspection.getTables();
      expect(tables.map(({ name }) => name)).not.toContain('good');
      expect(await database.migrate(['platform', 'product'])).toEqual(EVERY_STEP);
    });
  });
});
