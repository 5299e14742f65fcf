import type { SchemaMigration } from '#persistence/stores';

/** Notes the host that an alert may not reach, so that pages offer owners to allow it (ADR 176). */
export const noteRefusedHosts: SchemaMigration = {
  name: '0040-note-refused-hosts',
  async up(db) {
    await db.schema.alterTable('deliveries').addColumn('refused_host', 'text').execute();
  },
};
