import type { SchemaMigration } from '#persistence/stores';

/** The words by which issues are found. */
export const createSearch: SchemaMigration = {
  name: '0004-create-search',
  async up(db, columns) {
    await columns.makeWordIndex(db, { table: 'issue_words', of: 'issues' });
  },
};
