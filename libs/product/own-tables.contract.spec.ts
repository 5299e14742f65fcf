import { expect, it } from '@jest/globals';
import { onEachDatabase } from './testing/index.ts';
import { ownSchema } from './open-database.ts';

onEachDatabase('the tables of Errata', ({ openFresh }) => {
  it('are exactly the tables that the migrations make', async () => {
    const { db } = await openFresh();
    const made = await db.introspection.getTables({ withInternalKyselyTables: true });
    // SQLite adds these tables for a full-text index
    // (https://sqlite.org/fts5.html#fts5_data_structures).
    const names = made
      .map(({ name }) => name)
      .filter((name) => !/^issue_words_(?:config|data|docsize|idx)$/.test(name))
      .toSorted();
    expect([...ownSchema.tables].toSorted()).toEqual(names);
  });
});
