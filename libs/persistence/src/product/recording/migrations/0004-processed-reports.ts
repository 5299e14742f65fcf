import type { SchemaMigration } from '../../../migrations/migration.ts';

/** Which spooled reports have had their effect. Bounded: a relay forgets those that left its spool. */
export const processedReports: SchemaMigration = {
  name: '0004-processed-reports',
  async up(db, columns) {
    const table = db.schema
      .createTable('processed_reports')
      .addColumn('origin', 'text', (column) => column.notNull())
      .addColumn('report_id', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('processed_reports_primary', ['origin', 'report_id']);
    await columns.storeInPrimaryKey(table).execute();
  },
};
