import type { SchemaMigration } from '#persistence/stores';

export const createSecondFactors: SchemaMigration = {
  name: '0045-create-second-factors',
  async up(db, columns) {
    await db.schema
      .createTable('second_factor_apps')
      .addColumn('user_id', 'bigint', (column) =>
        column.primaryKey().references('users.id').onDelete('cascade'),
      )
      .addColumn('secret', columns.blob, (column) => column.notNull())
      .addColumn('seal', 'text', (column) => column.notNull())
      .addColumn('is_pending', 'integer', (column) => column.notNull())
      .addColumn('last_step', 'bigint', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .execute();
    const codes = db.schema
      .createTable('recovery_codes')
      .addColumn('user_id', 'bigint', (column) =>
        column.notNull().references('users.id').onDelete('cascade'),
      )
      .addColumn('hash', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('recovery_codes_primary', ['user_id', 'hash']);
    await columns.storeInPrimaryKey(codes).execute();
    await db.schema
      .createTable('second_factor_rule')
      .addColumn('id', 'integer', (column) => column.primaryKey())
      .addColumn('required_since', 'bigint', (column) => column.notNull())
      .execute();
  },
};
