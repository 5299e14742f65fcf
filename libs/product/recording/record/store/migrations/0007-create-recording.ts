import type { Kysely } from 'kysely';
import type { PortableColumns, SchemaMigration } from '#persistence/stores';

export const createRecording: SchemaMigration = {
  name: '0007-create-recording',
  async up(db, columns) {
    await createProcessedReports(db, columns);
    await createKeptHours(db, columns);
  },
};

/**
 * The table stays bounded, because a relay deletes the rows of reports that have left its spool.
 */
async function createProcessedReports(
  db: Kysely<unknown>,
  columns: PortableColumns,
): Promise<void> {
  const table = db.schema
    .createTable('processed_reports')
    .addColumn('origin', 'text', (column) => column.notNull())
    .addColumn('report_id', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('processed_reports_primary', ['origin', 'report_id']);
  await columns.storeInPrimaryKey(table).execute();
}

/**
 * The table stays bounded: writing a key drops its old hours, and an issue has at most 200 rows an
 * hour.
 */
async function createKeptHours(db: Kysely<unknown>, columns: PortableColumns): Promise<void> {
  const table = db.schema
    .createTable('kept_hours')
    .addColumn('grouping_key_id', 'bigint', (column) =>
      column.notNull().references('grouping_keys.id').onDelete('cascade'),
    )
    .addColumn('starts_at', 'bigint', (column) => column.notNull())
    .addColumn('release', 'text', (column) => column.notNull())
    .addColumn('environment', 'text', (column) => column.notNull())
    .addColumn('events', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('kept_hours_primary', [
      'grouping_key_id',
      'starts_at',
      'release',
      'environment',
    ]);
  await columns.storeInPrimaryKey(table).execute();
}
