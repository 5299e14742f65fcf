import type { SchemaMigration } from '#persistence/stores';

export const createOutbox: SchemaMigration = {
  name: '0016-create-outbox',
  async up(db, columns) {
    await columns
      .addRowId(db.schema.createTable('outbox'))
      .addColumn('kind', 'text', (column) => column.notNull())
      .addColumn('body', 'text', (column) => column.notNull())
      .addColumn('due_at', 'bigint', (column) => column.notNull())
      .addColumn('lease', 'text')
      .addColumn('lease_ends_at', 'bigint')
      .addColumn('attempts', 'integer', (column) => column.notNull().defaultTo(0))
      .execute();
    await db.schema
      .createIndex('outbox_by_due')
      .on('outbox')
      .columns(['kind', 'due_at', 'id'])
      .execute();
  },
};
