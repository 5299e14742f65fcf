import { sql } from 'kysely';
import type { SchemaMigration } from '#persistence/stores';

export const linkCommitsToIssues: SchemaMigration = {
  name: '0050-link-commits-to-issues',
  async up(db, columns) {
    await db.schema.alterTable('issues').addColumn('resolved_commit', 'text').execute();
    await db.schema.alterTable('issues').addColumn('regressed_release', 'text').execute();
    await db.schema
      .createIndex('issues_by_regressed_release')
      .on('issues')
      .columns(['regressed_release', 'project_id'])
      .where(sql.ref('regressed_release'), 'is not', null)
      .execute();
    const paths = db.schema
      .createTable('told_paths')
      .addColumn('release_id', 'bigint', (column) =>
        column.notNull().references('told_releases.id').onDelete('cascade'),
      )
      .addColumn('place', 'integer', (column) => column.notNull())
      .addColumn('path', 'text', (column) => column.notNull())
      .addColumn('path_end', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('told_paths_primary', ['release_id', 'place', 'path']);
    await columns.storeInPrimaryKey(paths).execute();
    await db.schema
      .createIndex('told_paths_by_end')
      .on('told_paths')
      .columns(['path_end', 'release_id', 'place'])
      .execute();
  },
};
