import type { SchemaMigration } from '#persistence/stores';

export const createReleases: SchemaMigration = {
  name: '0005-create-releases',
  async up(db) {
    await db.schema
      .createTable('releases')
      .addColumn('project_id', 'bigint', (column) =>
        column.notNull().references('projects.id').onDelete('cascade'),
      )
      .addColumn('release', 'text', (column) => column.notNull())
      .addColumn('first_seen_at', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('releases_primary', ['project_id', 'release'])
      .execute();
    await db.schema
      .createIndex('releases_by_first_seen')
      .on('releases')
      .columns(['project_id', 'first_seen_at'])
      .execute();
  },
};
