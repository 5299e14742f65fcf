import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { SchemaMigration } from '../../../migrations/migration.ts';

export const createInstallation: SchemaMigration = {
  name: '0001-create-installation',
  async up(db) {
    await db.schema
      .createTable('installation')
      .addColumn('singleton', 'integer', (column) => column.primaryKey().check(sql`singleton = 1`))
      .addColumn('id', 'text', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .execute();
    await sql`
      insert into installation (singleton, id, created_at)
      values (1, ${randomUUID()}, ${Date.now()})`.execute(db);
  },
};
