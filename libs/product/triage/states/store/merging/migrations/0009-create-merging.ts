import type { SchemaMigration } from '#persistence/stores';

/** Users of issues that were merged are counted anew in steps (ADR 105). */
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
