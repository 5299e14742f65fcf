import { type Kysely, sql } from 'kysely';
import type { PortableColumns, SchemaMigration } from '#persistence/stores';

export const createEvents: SchemaMigration = {
  name: '0006-create-events',
  async up(db, columns) {
    await createTable(db, columns);
    await createIndexes(db);
    await createEventPayloads(db, columns);
  },
};

async function createTable(db: Kysely<unknown>, columns: PortableColumns): Promise<void> {
  await columns
    .addRowId(db.schema.createTable('events'))
    .addColumn('project_id', 'bigint', (column) => column.notNull())
    .addColumn('event_id', 'text', (column) => column.notNull())
    .addColumn('grouping_key_id', 'bigint', (column) =>
      column.notNull().references('grouping_keys.id').onDelete('cascade'),
    )
    .addColumn('received_at', 'bigint', (column) => column.notNull())
    .addColumn('occurred_at', 'bigint', (column) => column.notNull())
    .addColumn('level', 'text', (column) => column.notNull())
    .addColumn('release', 'text')
    .addColumn('environment', 'text')
    .addColumn('trace_id', 'text')
    .addColumn('not_kept', 'text')
    .addColumn('digest', 'text')
    .addColumn('user_name', 'text')
    .addColumn('grouping_version', 'smallint')
    .addColumn('user_number', 'bigint')
    .addUniqueConstraint('events_by_event_id', ['project_id', 'event_id'])
    .execute();
}

async function createIndexes(db: Kysely<unknown>): Promise<void> {
  const of = (name: string, columns: readonly string[]) =>
    db.schema
      .createIndex(name)
      .on('events')
      .columns([...columns]);
  await of('events_by_key', ['grouping_key_id', 'occurred_at', 'id']).execute();
  // This index finds the nearest event with a payload without reading stubs (events without
  // payload). A burst of errors leaves many stubs.
  await of('events_whole_by_key', ['grouping_key_id', 'occurred_at', 'id'])
    .where(sql.ref('not_kept'), 'is', null)
    .execute();
  await of('events_by_trace', ['trace_id', 'id'])
    .where(sql.ref('trace_id'), 'is not', null)
    .execute();
  await of('events_by_receipt', ['project_id', 'received_at', 'id']).execute();
}

async function createEventPayloads(db: Kysely<unknown>, columns: PortableColumns): Promise<void> {
  await db.schema
    .createTable('event_payloads')
    .addColumn('id', columns.blob === 'blob' ? 'integer' : 'bigint', (column) =>
      column.primaryKey().references('events.id').onDelete('cascade'),
    )
    .addColumn('encoding', 'text', (column) => column.notNull())
    .addColumn('body', columns.blob, (column) => column.notNull())
    .execute();
  await columns.storeAsIs(db, { table: 'event_payloads', column: 'body' });
}
