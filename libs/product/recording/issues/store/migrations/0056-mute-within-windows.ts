import type { SchemaMigration } from '#persistence/stores';

export const muteWithinWindows: SchemaMigration = {
  name: '0056-mute-within-windows',
  async up(db) {
    await db.schema.alterTable('issues').addColumn('mute_window', 'bigint').execute();
    await db.schema.alterTable('issues').addColumn('mute_counts', 'text').execute();
  },
};
