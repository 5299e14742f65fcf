import type { SchemaMigration } from '#persistence/stores';

export const createSettings: SchemaMigration = {
  name: '0018-create-settings',
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
  },
};
