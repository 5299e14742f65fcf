import type { SchemaMigration } from '#persistence/stores';

export const createPasskeys: SchemaMigration = {
  name: '0047-create-passkeys',
  async up(db, columns) {
    await columns
      .addId(db.schema.createTable('passkeys'))
      .addColumn('user_id', 'bigint', (column) =>
        column.notNull().references('users.id').onDelete('cascade'),
      )
      .addColumn('credential_id', 'text', (column) => column.notNull().unique())
      .addColumn('public_key', columns.blob, (column) => column.notNull())
      .addColumn('counter', 'bigint', (column) => column.notNull())
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('last_until', 'bigint', (column) => column.notNull().defaultTo(0))
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('last_used_at', 'bigint')
      .execute();
    await db.schema.createIndex('passkeys_by_user').on('passkeys').column('user_id').execute();
  },
};
