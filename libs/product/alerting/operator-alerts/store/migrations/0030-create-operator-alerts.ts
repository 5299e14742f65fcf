import type { SchemaMigration } from '#persistence/stores';

export const createOperatorAlerts: SchemaMigration = {
  name: '0030-create-operator-alerts',
  async up(db, columns) {
    const conditions = db.schema
      .createTable('operator_conditions')
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('scope', 'text', (column) => column.notNull())
      .addColumn('level', 'integer', (column) => column.notNull())
      .addColumn('since', 'bigint', (column) => column.notNull())
      .addColumn('told_at', 'bigint', (column) => column.notNull())
      .addColumn('clear_since', 'bigint')
      .addColumn('judged_at', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('operator_conditions_primary', ['name', 'scope']);
    await columns.storeInPrimaryKey(conditions).execute();
    const silenced = db.schema
      .createTable('operator_silences')
      .addColumn('name', 'text', (column) => column.primaryKey());
    await columns.storeInPrimaryKey(silenced).execute();
  },
};
