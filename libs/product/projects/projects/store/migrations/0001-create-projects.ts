import type { SchemaMigration } from '#persistence/stores';

export const createProjects: SchemaMigration = {
  name: '0001-create-projects',
  async up(db, columns) {
    await columns
      .addId(db.schema.createTable('projects'))
      .addColumn('slug', 'text', (column) => column.notNull().unique())
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('next_issue_number', 'bigint', (column) => column.notNull().defaultTo(1))
      .addColumn('new_issues_left', 'double precision')
      .addColumn('new_issues_left_at', 'bigint')
      .addColumn('deleted_at', 'bigint')
      .execute();
    await db.schema
      .createTable('project_keys')
      .addColumn('public_key', 'text', (column) => column.primaryKey())
      .addColumn('project_id', 'bigint', (column) =>
        column.notNull().references('projects.id').onDelete('cascade'),
      )
      .addColumn('enabled', 'integer', (column) => column.notNull().defaultTo(1))
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('reports_per_minute', 'integer')
      .addColumn('scope', 'text')
      .execute();
    await db.schema
      .createIndex('project_keys_by_project')
      .on('project_keys')
      .column('project_id')
      .execute();
  },
};
