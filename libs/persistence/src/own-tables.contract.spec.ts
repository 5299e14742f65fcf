import { describe, expect, it } from '@jest/globals';
import { onEachDatabase } from './testing/index.ts';
import { kyselyOf } from './testing/kysely-of.ts';
import { ownTables } from './own-tables.ts';

describe('the tables of Errata', () => {
  onEachDatabase(({ openFresh }) => {
    it('are those that its migrations make', async () => {
      const { database } = await openFresh();
      const made = await kyselyOf(database).introspection.getTables({
        withInternalKyselyTables: true,
      });
      const names = made.map(({ name }) => name).toSorted();
      expect([...ownTables].toSorted()).toEqual(names);
    });
  });
});
