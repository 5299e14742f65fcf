import { sql } from 'kysely';
import type { SchemaMigration } from '#persistence/stores';

export const createProjectChanges: SchemaMigration = {
  name: '0037-create-project-changes',
  async up(db, columns) {
    const table = db.schema
      .createTable('project_changes')
      .addColumn('project_id', 'bigint', (column) =>
        column.notNull().references('projects.id').onDelete('cascade'),
      )
      .addColumn('version', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('project_changes_primary', ['project_id']);
    await columns.storeInPrimaryKey(table).execute();
    await sql`insert into project_changes (project_id, version) select id, 1 from projects`.execute(
      db,
    );
  },
};
