import type { Kysely } from 'kysely';
import type { PortableColumns } from '../../../dialect/dialect.ts';
import type { SchemaMigration } from '../../../migrations/migration.ts';

/** Events, their bodies, and how many there were per hour and minute. */
export const events: SchemaMigration = {
  name: '0003-events',
  async up(db, columns) {
    await createEvents(db, columns);
    await createEventPayloads(db, columns);
    // The write side keeps two hours of a key's minutes. Nothing bounds the hours yet, nor the events
    // themselves: that is retention's to do, and there is none.
    await createBuckets(db, columns, 'event_hours');
    await createBuckets(db, columns, 'event_minutes');
  },
};

async function createEvents(db: Kysely<unknown>, columns: PortableColumns): Promise<void> {
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
    .addUniqueConstraint('events_by_event_id', ['project_id', 'event_id'])
    .execute();
  await db.schema
    .createIndex('events_by_key')
    .on('events')
    .columns(['grouping_key_id', 'received_at', 'id'])
    .execute();
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

async function createBuckets(
  db: Kysely<unknown>,
  columns: PortableColumns,
  name: string,
): Promise<void> {
  const table = db.schema
    .createTable(name)
    .addColumn('grouping_key_id', 'bigint', (column) =>
      column.notNull().references('grouping_keys.id').onDelete('cascade'),
    )
    .addColumn('starts_at', 'bigint', (column) => column.notNull())
    .addColumn('events', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint(`${name}_primary`, ['grouping_key_id', 'starts_at']);
  await columns.storeInPrimaryKey(table).execute();
}
