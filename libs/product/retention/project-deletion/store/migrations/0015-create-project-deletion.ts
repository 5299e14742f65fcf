import { sql } from 'kysely';
import type { SchemaMigration } from '#persistence/stores';

export const createProjectDeletion: SchemaMigration = {
  name: '0015-create-project-deletion',
  async up(db) {
    // `project_id` has no foreign key, because this row must outlive the project: the configuration
    // may still contain the slug.
    await db.schema
      .createTable('project_deletions')
      .addColumn('project_id', 'bigint', (column) => column.primaryKey())
      .addColumn('slug', 'text', (column) => column.notNull())
      .addColumn('asked_at', 'bigint', (column) => column.notNull())
      .addColumn('done_at', 'bigint')
      .execute();
    await db.schema
      .createIndex('project_deletions_left')
      .on('project_deletions')
      .column('project_id')
      .where(sql.ref('done_at'), 'is', null)
      .execute();
  },
};
