import type { Kysely } from 'kysely';
import type { PortableColumns, SchemaMigration } from '#persistence/stores';

export const createChannels: SchemaMigration = {
  name: '0029-create-channels',
  async up(db, columns) {
    await columns
      .addId(db.schema.createTable('channels'))
      .addColumn('project_id', 'bigint', (column) =>
        column.references('projects.id').onDelete('cascade'),
      )
      .addColumn('kind', 'text', (column) => column.notNull())
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('hint', 'text', (column) => column.notNull())
      .addColumn('settings', columns.blob, (column) => column.notNull())
      .addColumn('seal', 'text', (column) => column.notNull())
      .addColumn('gone_at', 'bigint')
      .addColumn('gone_reason', 'text')
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .execute();
    await db.schema
      .createIndex('channels_by_project')
      .on('channels')
      .columns(['project_id', 'id'])
      .execute();
    await db.schema
      .createTable('allowed_hosts')
      .addColumn('host', 'text', (column) => column.primaryKey())
      .addColumn('allowed_by', 'bigint')
      .addColumn('allowed_at', 'bigint', (column) => column.notNull())
      .execute();
    await createDeliveries(db, columns);
    await db.schema
      .createTable('asked_tests')
      .addColumn('id', 'integer', (column) => column.primaryKey())
      .addColumn('asked', 'text', (column) => column.notNull())
      .execute();
  },
};

async function createDeliveries(db: Kysely<unknown>, columns: PortableColumns): Promise<void> {
  await columns
    .addRowId(db.schema.createTable('deliveries'))
    .addColumn('message_id', 'text', (column) => column.notNull())
    .addColumn('destination', 'text', (column) => column.notNull())
    .addColumn('project_id', 'bigint', (column) =>
      column.references('projects.id').onDelete('cascade'),
    )
    .addColumn('channel_id', 'bigint', (column) =>
      column.references('channels.id').onDelete('cascade'),
    )
    .addColumn('rule_id', 'bigint')
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('title', 'text', (column) => column.notNull())
    .addColumn('body', 'text')
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('attempts', 'integer', (column) => column.notNull())
    .addColumn('answer', 'text')
    .addColumn('outbox_id', 'bigint')
    .addColumn('next_at', 'bigint')
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('tried_at', 'bigint')
    .execute();
  await db.schema
    .createIndex('deliveries_by_message')
    .on('deliveries')
    .columns(['message_id', 'destination'])
    .unique()
    .execute();
  for (const column of ['project_id', 'channel_id', 'outbox_id'] as const) {
    await db.schema
      .createIndex(`deliveries_by_${column.slice(0, -3)}`)
      .on('deliveries')
      .columns([column, 'id'])
      .execute();
  }
  await db.schema
    .createIndex('deliveries_by_age')
    .on('deliveries')
    .columns(['created_at', 'id'])
    .execute();
}
