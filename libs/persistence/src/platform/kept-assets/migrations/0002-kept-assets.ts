import type { SchemaMigration } from '../../../migrations/migration.ts';

/**
 * The browser files of builds that are or were in use, for replicas that share nothing but the
 * database. The step 0004 drops both tables.
 */
export const keptAssets: SchemaMigration = {
  name: '0002-kept-assets',
  async up(db, columns) {
    await db.schema
      .createTable('kept_builds')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('used_at', 'bigint', (column) => column.notNull())
      .execute();
    // By name first: a browser asks for a file, of whatever build.
    await db.schema
      .createTable('kept_assets')
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('encoding', 'text', (column) => column.notNull())
      .addColumn('build', 'text', (column) =>
        column.notNull().references('kept_builds.id').onDelete('cascade'),
      )
      .addColumn('body', columns.blob, (column) => column.notNull())
      .addPrimaryKeyConstraint('kept_assets_primary', ['name', 'encoding', 'build'])
      .execute();
    await db.schema.createIndex('kept_assets_by_build').on('kept_assets').column('build').execute();
  },
};
