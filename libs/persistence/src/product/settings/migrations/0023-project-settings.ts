import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { SchemaMigration } from '../../../migrations/migration.ts';

/** A row for each project and part; the columns that held settings become the part `intake`. */
export const projectSettings: SchemaMigration = {
  name: '0023-project-settings',
  async up(db) {
    await db.schema
      .createTable('project_settings')
      .addColumn('project_id', 'bigint', (column) =>
        column.notNull().references('projects.id').onDelete('cascade'),
      )
      .addColumn('part', 'text', (column) => column.notNull())
      .addColumn('version', 'integer', (column) => column.notNull())
      .addColumn('value', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('project_settings_primary', ['project_id', 'part'])
      .execute();
    await moveIntake(db);
    for (const column of ['reports_per_minute', 'allowed_origins']) {
      await db.schema.alterTable('projects').dropColumn(column).execute();
    }
  },
};

async function moveIntake(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{
    id: number;
    rate: number | null;
    origins: string | null;
  }>`select id, reports_per_minute as rate, allowed_origins as origins from projects
     where reports_per_minute is not null or allowed_origins is not null`.execute(db);
  for (const { id, rate, origins } of rows) {
    const value = JSON.stringify({
      ...(rate === null ? {} : { reportsPerMinute: rate }),
      ...(origins === null ? {} : { allowedOrigins: origins.split(' ') }),
    });
    await sql`insert into project_settings (project_id, part, version, value)
      values (${id}, 'intake', 1, ${value})`.execute(db);
  }
}
