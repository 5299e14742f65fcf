import type { SchemaMigration } from '#persistence/stores';

export const createProviders: SchemaMigration = {
  name: '0046-create-providers',
  async up(db, columns) {
    await columns
      .addId(db.schema.createTable('sign_in_providers'))
      .addColumn('slug', 'text', (column) => column.notNull().unique())
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('issuer', 'text', (column) => column.notNull())
      .addColumn('client_id', 'text', (column) => column.notNull())
      .addColumn('client_secret', columns.blob, (column) => column.notNull())
      .addColumn('seal', 'text', (column) => column.notNull())
      .addColumn('domains', 'text', (column) => column.notNull())
      .addColumn('groups_claim', 'text', (column) => column.notNull())
      .addColumn('trusts_addresses', 'integer', (column) => column.notNull())
      .addColumn('session_days', 'integer', (column) => column.notNull())
      .execute();
    await columns
      .addId(db.schema.createTable('provider_groups'))
      .addColumn('provider_id', 'bigint', (column) => column.notNull())
      .addColumn('group_name', 'text', (column) => column.notNull())
      .addColumn('role', 'text', (column) => column.notNull())
      .addColumn('projects', 'text')
      .execute();
    const identities = db.schema
      .createTable('identities')
      .addColumn('issuer', 'text', (column) => column.notNull())
      .addColumn('subject', 'text', (column) => column.notNull())
      .addColumn('user_id', 'bigint', (column) =>
        column.notNull().references('users.id').onDelete('cascade'),
      )
      .addColumn('linked_at', 'bigint', (column) => column.notNull())
      .addColumn('groups', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('identities_primary', ['issuer', 'subject']);
    await columns.storeInPrimaryKey(identities).execute();
    await db.schema.createIndex('identities_by_user').on('identities').column('user_id').execute();
    const vouched = db.schema
      .createTable('vouched_sessions')
      .addColumn('session_id', 'bigint', (column) =>
        column.primaryKey().references('sessions.id').onDelete('cascade'),
      )
      .addColumn('provider_id', 'bigint', (column) => column.notNull())
      .addColumn('issuer', 'text', (column) => column.notNull())
      .addColumn('subject', 'text', (column) => column.notNull())
      .addColumn('refresh_token', columns.blob)
      .addColumn('checked_at', 'bigint', (column) => column.notNull())
      .addColumn('due_since', 'bigint')
      .addColumn('tried_at', 'bigint');
    await columns.storeInPrimaryKey(vouched).execute();
    await db.schema
      .createTable('password_rule')
      .addColumn('id', 'integer', (column) => column.primaryKey())
      .addColumn('off_since', 'bigint', (column) => column.notNull())
      .addColumn('owner_id', 'bigint', (column) => column.notNull())
      .execute();
  },
};
