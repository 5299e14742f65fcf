import type { SchemaMigration } from '#persistence/stores';

/**
 * Only the column `body` has contents of a report, and it is encrypted. `body` stands last, because
 * SQLite reads a row from its start: listing the rows then reads no bodies.
 */
export const createFailedReports: SchemaMigration = {
  name: '0020-create-failed-reports',
  async up(db, columns) {
    await columns
      .addId(db.schema.createTable('failed_reports'))
      .addColumn('origin', 'text', (column) => column.notNull())
      .addColumn('report_id', 'bigint', (column) => column.notNull())
      .addColumn('project_id', 'bigint', (column) => column.notNull())
      .addColumn('public_key', 'text', (column) => column.notNull())
      .addColumn('event_id', 'text')
      .addColumn('received_at', 'bigint', (column) => column.notNull())
      .addColumn('bytes', 'bigint', (column) => column.notNull())
      .addColumn('reason', 'text', (column) => column.notNull())
      .addColumn('outcomes', 'text', (column) => column.notNull())
      .addColumn('items', 'text')
      .addColumn('retry_at', 'bigint')
      .addColumn('attempts', 'integer', (column) => column.notNull().defaultTo(0))
      .addColumn('body', columns.blob)
      .addUniqueConstraint('failed_reports_by_report', ['origin', 'report_id'])
      .execute();
    await columns.storeAsIs(db, { table: 'failed_reports', column: 'body' });
  },
};
