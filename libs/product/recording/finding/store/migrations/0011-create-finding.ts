import type { SchemaMigration } from '#persistence/stores';

export const createFinding: SchemaMigration = {
  name: '0011-create-finding',
  async up(db) {
    await db.schema
      .createTable('event_names')
      .addColumn('kind', 'text', (column) => column.notNull())
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('id', 'bigint', (column) =>
        column.notNull().references('events.id').onDelete('cascade'),
      )
      .addPrimaryKeyConstraint('event_names_by_name', ['kind', 'name', 'id'])
      .execute();
    await db.schema.createIndex('event_names_by_event').on('event_names').column('id').execute();
  },
};
