import type { SchemaMigration } from '#persistence/stores';

export const createMerging: SchemaMigration = {
  name: '0009-create-merging',
  async up(db) {
    await db.schema
      .createTable('user_recounts')
      .addColumn('issue_id', 'bigint', (column) =>
        column.primaryKey().references('issues.id').onDelete('cascade'),
      )
      .addColumn('reached', 'text', (column) => column.notNull())
      .execute();
  },
};
