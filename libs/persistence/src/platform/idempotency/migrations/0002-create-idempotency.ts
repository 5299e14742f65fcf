import type { SchemaMigration } from '../../../migrations/migration.ts';

export const createIdempotency: SchemaMigration = {
  name: '0002-create-idempotency',
  async up(db, columns) {
    await db.schema
      .createTable('idempotency_keys')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('fingerprint', 'text', (column) => column.notNull())
      .addColumn('claim', 'text', (column) => column.notNull().unique())
      .addColumn('is_done', 'integer', (column) => column.notNull().defaultTo(0))
      .addColumn('lease_ends_at', 'bigint', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('status', 'integer')
      .addColumn('headers', 'text')
      .addColumn('body', columns.blob)
      .execute();
    await db.schema
      .createIndex('idempotency_keys_by_created')
      .on('idempotency_keys')
      .column('created_at')
      .execute();
  },
};
