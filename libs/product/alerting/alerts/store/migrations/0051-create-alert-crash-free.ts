import type { SchemaMigration } from '#persistence/stores';

export const createAlertCrashFree: SchemaMigration = {
  name: '0051-create-alert-crash-free',
  async up(db) {
    await db.schema
      .createTable('alert_crash_free')
      .addColumn('rule_id', 'bigint', (column) =>
        column.primaryKey().references('alert_rules.id').onDelete('cascade'),
      )
      .addColumn('is_under', 'integer', (column) => column.notNull())
      .addColumn('release', 'text', (column) => column.notNull())
      .addColumn('fell_at', 'bigint', (column) => column.notNull())
      .execute();
  },
};
