import type { SchemaMigration } from '#persistence/stores';

const SIZES = ['database_bytes', 'own_bytes', 'log_bytes', 'spool_bytes'];

export const createOperationSamples: SchemaMigration = {
  name: '0059-create-operation-samples',
  async up(db, columns) {
    let table = db.schema.createTable('operation_samples').addColumn('relay', 'text');
    for (const name of ['starts_at', 'waiting', 'oldest_ms', ...SIZES]) {
      table = table.addColumn(name, 'bigint', (column) => column.notNull());
    }
    const whole = table
      .addColumn('disk_bytes', 'bigint')
      .addColumn('free_bytes', 'bigint')
      .addPrimaryKeyConstraint('operation_samples_primary', ['starts_at', 'relay'] as never);
    await columns.storeInPrimaryKey(whole).execute();
  },
};
