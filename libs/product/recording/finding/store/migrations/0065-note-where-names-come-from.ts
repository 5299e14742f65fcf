import type { SchemaMigration } from '#persistence/stores';

/** Names of events that were recorded earlier count as names from servers. */
export const noteWhereNamesComeFrom: SchemaMigration = {
  name: '0065-note-where-names-come-from',
  async up(db) {
    await db.schema
      .alterTable('event_names')
      .addColumn('at_user', 'smallint', (column) => column.notNull().defaultTo(0))
      .execute();
  },
};
