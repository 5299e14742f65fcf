import type { SchemaMigration } from '../../../migrations/migration.ts';

/** Files of earlier builds are kept in folders alone (ADR 79). */
export const dropKeptAssets: SchemaMigration = {
  name: '0004-drop-kept-assets',
  async up(db) {
    await db.schema.dropTable('kept_assets').execute();
    await db.schema.dropTable('kept_builds').execute();
  },
};
