import type { SchemaMigration } from '../../../migrations/migration.ts';

/** What a key may send: `errors` alone, or, null, everything. */
export const keyScopes: SchemaMigration = {
  name: '0019-key-scopes',
  async up(db) {
    await db.schema.alterTable('project_keys').addColumn('scope', 'text').execute();
  },
};
