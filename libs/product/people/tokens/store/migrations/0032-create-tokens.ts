import type { SchemaMigration } from '#persistence/stores';

export const createTokens: SchemaMigration = {
  name: '0032-create-tokens',
  async up(db, columns) {
    await columns
      .addRowId(db.schema.createTable('tokens'))
      .addColumn('hash', 'text', (column) => column.notNull().unique())
      .addColumn('hint', 'text', (column) => column.notNull())
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('scopes', 'text', (column) => column.notNull())
      .addColumn('user_id', 'bigint')
      .addColumn('made_by', 'bigint')
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('expires_at', 'bigint')
      .addColumn('last_used_at', 'bigint')
      .execute();
    await db.schema.createIndex('tokens_by_user').on('tokens').columns(['user_id', 'id']).execute();
  },
};
