import type { SchemaMigration } from '#persistence/stores';

export const keepWhatProgramsTell: SchemaMigration = {
  name: '0055-keep-what-programs-tell',
  async up(db) {
    await db.schema.alterTable('projects').addColumn('platform', 'text').execute();
    await db.schema.alterTable('project_keys').addColumn('label', 'text').execute();
  },
};
