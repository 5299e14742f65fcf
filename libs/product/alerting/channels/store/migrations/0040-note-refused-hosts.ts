import type { SchemaMigration } from '#persistence/stores';

export const noteRefusedHosts: SchemaMigration = {
  name: '0040-note-refused-hosts',
  async up(db) {
    await db.schema.alterTable('deliveries').addColumn('refused_host', 'text').execute();
  },
};
