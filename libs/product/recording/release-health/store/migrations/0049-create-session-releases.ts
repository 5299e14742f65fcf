import type { SchemaMigration } from '#persistence/stores';

export const createSessionReleases: SchemaMigration = {
  name: '0049-create-session-releases',
  async up(db, columns) {
    const table = db.schema
      .createTable('session_releases')
      .addColumn('project_id', 'bigint', (column) =>
        column.notNull().references('projects.id').onDelete('cascade'),
      )
      .addColumn('release_id', 'bigint', (column) => column.notNull())
      .addColumn('first_seen_at', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('session_releases_by_release', ['project_id', 'release_id']);
    await columns.storeInPrimaryKey(table).execute();
  },
};
