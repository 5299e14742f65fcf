import type { SchemaMigration } from '../../../migrations/migration.ts';

/** Events are found by what people quote of them. Those of before are found by their ids and traces alone. */
export const eventNames: SchemaMigration = {
  name: '0028-event-names',
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
    await db.schema
      .createIndex('events_by_trace')
      .on('events')
      .columns(['trace_id', 'id'])
      .where('trace_id', 'is not', null)
      .execute();
  },
};
