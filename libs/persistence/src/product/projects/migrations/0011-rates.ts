import type { SchemaMigration } from '../../../migrations/migration.ts';

/** How many reports a minute a project, and each of its keys, may send; null: as the relay is set. */
export const rates: SchemaMigration = {
  name: '0011-rates',
  async up(db) {
    for (const table of ['projects', 'project_keys']) {
      await db.schema.alterTable(table).addColumn('reports_per_minute', 'integer').execute();
    }
  },
};
