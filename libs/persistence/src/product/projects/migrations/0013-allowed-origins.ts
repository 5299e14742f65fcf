import type { SchemaMigration } from '../../../migrations/migration.ts';

/** Origins whose pages may report to a project, separated by spaces; null: any. */
export const allowedOrigins: SchemaMigration = {
  name: '0013-allowed-origins',
  async up(db) {
    await db.schema.alterTable('projects').addColumn('allowed_origins', 'text').execute();
  },
};
