import type { SchemaMigration } from '#persistence/stores';

/** Which host an alert was not sent to, since nobody has allowed it: pages offer that to owners (ADR 176). */
export const noteRefusedHosts: SchemaMigration = {
  name: '0040-note-refused-hosts',
  async up(db) {
    await db.schema.alterTable('deliveries').addColumn('refused_host', 'text').execute();
  },
};
