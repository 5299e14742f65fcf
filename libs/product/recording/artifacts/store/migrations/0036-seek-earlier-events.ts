import { sql } from 'kysely';
import type { SchemaMigration } from '#persistence/stores';

export const seekEarlierEvents: SchemaMigration = {
  name: '0036-seek-earlier-events',
  async up(db) {
    await db.schema.alterTable('artifact_bundles').addColumn('sought', 'bigint').execute();
    await db.schema
      .createIndex('artifact_bundles_sought')
      .on('artifact_bundles')
      .column('id')
      .where(sql.ref('sought'), 'is not', null)
      .execute();
  },
};
