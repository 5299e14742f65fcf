import type { SchemaMigration } from '../../../migrations/migration.ts';

/** How issues rise and fall. A job fills it in; 100 is neither. */
export const trendOfIssues: SchemaMigration = {
  name: '0041-trend',
  async up(db) {
    await db.schema
      .alterTable('issues')
      .addColumn('trend', 'integer', (column) => column.notNull().defaultTo(100))
      .execute();
  },
};
