import { sql } from 'kysely';
import type { SchemaMigration } from '#persistence/stores';

export const createSpace: SchemaMigration = {
  name: '0021-create-space',
  async up(db) {
    await db.schema
      .createTable('space_use')
      .addColumn('singleton', 'integer', (column) => column.primaryKey().check(sql`singleton = 1`))
      .addColumn('measured_at', 'bigint', (column) => column.notNull())
      .addColumn('value', 'text', (column) => column.notNull())
      .execute();
  },
};
