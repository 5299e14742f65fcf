import type { SchemaMigration } from '#persistence/stores';

export const createSearch: SchemaMigration = {
  name: '0004-create-search',
  async up(db, columns) {
    await columns.makeWordIndex(db, { table: 'issue_words', of: 'issues' });
  },
};
