import type { SchemaMigration } from '../../../migrations/migration.ts';

/** Events have keys by several versions of grouping: those that decide nothing lead to the key that did (ADR 92). */
export const keyPointers: SchemaMigration = {
  name: '0027-key-pointers',
  async up(db, columns) {
    const table = db.schema
      .createTable('key_pointers')
      .addColumn('project_id', 'bigint', (column) => column.notNull())
      .addColumn('key', 'text', (column) => column.notNull())
      .addColumn('grouping_key_id', 'bigint', (column) =>
        column.notNull().references('grouping_keys.id').onDelete('cascade'),
      )
      .addPrimaryKeyConstraint('key_pointers_primary', ['project_id', 'key']);
    await columns.storeInPrimaryKey(table).execute();
    await db.schema
      .createIndex('key_pointers_by_key')
      .on('key_pointers')
      .column('grouping_key_id')
      .execute();
    await db.schema
      .alterTable('grouping_keys')
      .addColumn('pointers', 'bigint', (column) => column.notNull().defaultTo(0))
      .execute();
    await db.schema.alterTable('events').addColumn('grouping_version', 'smallint').execute();
  },
};
