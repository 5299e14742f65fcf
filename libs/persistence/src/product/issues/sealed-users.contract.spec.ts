import { describe, expect, it } from '@jest/globals';
import { createGroupedEvent, createReport, onEachDatabase } from '../../testing/index.ts';
import { kyselyOf } from '../../testing/kysely-of.ts';
import type { KyselyDatabase } from '../../kysely-database.ts';
import { releasedMigrations } from '../../released-migrations.ts';

const ANN = 'a'.repeat(32);
const BOB = 'b'.repeat(32);

describe('the users that an issue counts', () => {
  onEachDatabase(({ openFresh }) => {
    async function openWithUsers() {
      const { database, stores, openAgain } = await openFresh();
      await stores.projects.ensure([{ slug: 'app' }, { slug: 'web' }]);
      const record = (id: number, userHash: string, projectId = 1) =>
        stores.reports.record([
          createReport(id, [createGroupedEvent({ userHash, event: { projectId } })]),
        ]);
      const listUsers = () =>
        kyselyOf(database)
          .selectFrom('key_users')
          .select(['grouping_key_id', 'user_hash'])
          .orderBy('grouping_key_id')
          .orderBy('user_hash')
          .execute();
      return { database, stores, openAgain, record, listUsers };
    }

    it('have names by a key of their project', async () => {
      const { record, listUsers } = await openWithUsers();
      await record(1, ANN);
      await record(2, ANN, 2);
      const names = (await listUsers()).map(({ user_hash }) => user_hash);
      expect(names).toEqual([
        expect.stringMatching(/^[\w-]{22}$/),
        expect.stringMatching(/^[\w-]{22}$/),
      ]);
      expect(new Set(names).size).toBe(2);
    });

    it('of before have theirs after the upgrade, and none counts twice', async () => {
      const { database, stores, record, listUsers } = await openWithUsers();
      await record(1, ANN);
      await record(2, BOB);
      await record(3, BOB, 2);
      const sealed = await listUsers();
      const db = kyselyOf(database);
      await db.deleteFrom('key_users').execute();
      await db
        .insertInto('key_users')
        .values([
          { grouping_key_id: 1, user_hash: ANN },
          { grouping_key_id: 1, user_hash: BOB },
          { grouping_key_id: sealed.at(-1)!.grouping_key_id, user_hash: BOB },
        ])
        .execute();
      const [step] = releasedMigrations.product.filter(({ name }) => name.endsWith('sealed-users'));
      const { dialect } = database as KyselyDatabase;
      await step!.up(db as never, dialect.columns, () => 'a secret of thirty-two characters');
      expect(await listUsers()).toEqual(sealed);
      await record(4, ANN);
      expect((await stores.issues.find(1))?.users).toBe(2);
    });
  });
});
