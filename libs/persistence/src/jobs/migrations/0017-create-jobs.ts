import type { SchemaMigration } from '../../migrations/migration.ts';

export const createJobs: SchemaMigration = {
  name: '0017-create-jobs',
  async up(db, columns) {
    const table = db.schema
      .createTable('job_leases')
      .addColumn('name', 'text', (column) => column.primaryKey())
      .addColumn('holder', 'text', (column) => column.notNull())
      .addColumn('until', 'bigint', (column) => column.notNull());
    await columns.storeInPrimaryKey(table).execute();
  },
};
