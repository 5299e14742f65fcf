import type { SchemaMigration } from '#persistence/stores';

export const nameIdentities: SchemaMigration = {
  name: '0072-name-identities',
  async up(db) {
    await db.schema.alterTable('identities').addColumn('address', 'text').execute();
  },
};
