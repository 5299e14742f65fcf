import type { SchemaMigration } from '../../../migrations/migration.ts';

/** Keys are found by what their issues look like (ADR 96). Null of keys that have had no event since. */
export const lookAlikes: SchemaMigration = {
  name: '0029-look-alikes',
  async up(db) {
    for (const name of ['alike_words', 'alike_place']) {
      await db.schema.alterTable('grouping_keys').addColumn(name, 'text').execute();
      await db.schema
        .createIndex(`grouping_keys_by_${name}`)
        .on('grouping_keys')
        .columns(['project_id', name, 'id'])
        .execute();
    }
  },
};
