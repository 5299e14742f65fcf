import type { SchemaMigration } from '#persistence/stores';

export const boundNextReleases: SchemaMigration = {
  name: '0067-bound-next-releases',
  async up(db) {
    await db.schema.alterTable('issues').addColumn('resolved_bounds', 'text').execute();
  },
};
