import type { SchemaMigration } from '#persistence/stores';

export const noteToldEnds: SchemaMigration = {
  name: '0054-note-told-ends',
  async up(db) {
    await db.schema.alterTable('tokens').addColumn('end_told_at', 'bigint').execute();
  },
};
