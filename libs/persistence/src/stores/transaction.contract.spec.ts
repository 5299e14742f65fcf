import { describe, expect, it } from '@jest/globals';
import type { KyselyDatabase } from '../kysely-database.ts';
import { onEachDatabase } from '../testing/index.ts';
import { inTransaction, Overtaken } from './transaction.ts';

describe('inTransaction', () => {
  onEachDatabase(({ openFresh }) => {
    async function openWithInsert() {
      const { database, stores } = await openFresh();
      let runs = 0;
      /** Inserts a project in each run and is overtaken in the first `overtaken` of them. */
      const insert = (overtaken: number) =>
        inTransaction(database as KyselyDatabase, async (transaction) => {
          runs += 1;
          await transaction
            .insertInto('projects')
            .values({ slug: `run-${runs}`, name: 'x', created_at: 0 })
            .execute();
          if (runs <= overtaken) throw new Overtaken();
          return runs;
        });
      return { insert, projects: stores.projects };
    }

    it('starts again when it was overtaken, without what the first run wrote', async () => {
      const { insert, projects } = await openWithInsert();
      expect(await insert(1)).toBe(2);
      expect((await projects.list()).map(({ slug }) => slug)).toEqual(['run-2']);
    });

    it('blames the database when it is overtaken again and again', async () => {
      const { insert, projects } = await openWithInsert();
      await expect(insert(Infinity)).rejects.toMatchObject({ code: 'database.unavailable' });
      expect(await projects.list()).toEqual([]);
    });
  });
});
