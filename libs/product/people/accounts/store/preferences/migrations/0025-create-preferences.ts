import type { SchemaMigration } from '#persistence/stores';

export const createPreferences: SchemaMigration = {
  name: '0025-create-preferences',
  async up(db, columns) {
    const table = db.schema
      .createTable('user_preferences')
      .addColumn('user_id', 'bigint', (column) =>
        column.notNull().references('users.id').onDelete('cascade'),
      )
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('value', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('user_preferences_primary', ['user_id', 'name']);
    await columns.storeInPrimaryKey(table).execute();
  },
};
