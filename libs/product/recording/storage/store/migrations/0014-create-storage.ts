import { sql } from 'kysely';
import type { SchemaMigration } from '#persistence/stores';

export const createStorage: SchemaMigration = {
  name: '0014-create-storage',
  async up(db, columns) {
    await db.schema
      .createTable('storage_budget')
      .addColumn('singleton', 'integer', (column) => column.primaryKey().check(sql`singleton = 1`))
      .addColumn('measured_bytes', 'bigint')
      .addColumn('set_bytes', 'bigint')
      .execute();
    const table = db.schema
      .createTable('storage_days')
      .addColumn('project_id', 'bigint', (column) => column.notNull())
      .addColumn('starts_at', 'bigint', (column) => column.notNull())
      .addColumn('bytes', 'bigint', (column) => column.notNull())
      .addColumn('refused_at', 'bigint')
      .addColumn('thinned', 'integer', (column) => column.notNull().defaultTo(0))
      .addPrimaryKeyConstraint('storage_days_primary', ['project_id', 'starts_at']);
    await columns.storeInPrimaryKey(table).execute();
  },
};
