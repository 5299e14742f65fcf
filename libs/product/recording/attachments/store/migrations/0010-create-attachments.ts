import { type Kysely, sql } from 'kysely';
import type { PortableColumns, SchemaMigration } from '#persistence/stores';

/**
 * Attachments have their event's id without a foreign key, because they may come before the event.
 */
export const createAttachments: SchemaMigration = {
  name: '0010-create-attachments',
  async up(db, columns) {
    await createTable(db, columns);
    await createIndexes(db);
    await createChunks(db, columns);
  },
};

async function createTable(db: Kysely<unknown>, columns: PortableColumns): Promise<void> {
  await columns
    .addId(db.schema.createTable('attachments'))
    .addColumn('project_id', 'bigint', (column) =>
      column.notNull().references('projects.id').onDelete('cascade'),
    )
    .addColumn('event_id', 'text', (column) => column.notNull())
    .addColumn('origin', 'text', (column) => column.notNull())
    .addColumn('report_id', 'bigint', (column) => column.notNull())
    .addColumn('item', 'integer', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('content_type', 'text', (column) => column.notNull())
    .addColumn('type', 'text', (column) => column.notNull())
    .addColumn('bytes', 'bigint', (column) => column.notNull())
    .addColumn('received_at', 'bigint', (column) => column.notNull())
    .addColumn('touched_at', 'bigint', (column) => column.notNull())
    .addColumn('is_checked', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('about_event_id', 'text')
    .addColumn('is_awaiting', 'integer', (column) => column.notNull().defaultTo(0))
    .addUniqueConstraint('attachments_by_report', ['origin', 'report_id', 'item'])
    .execute();
}

async function createIndexes(db: Kysely<unknown>): Promise<void> {
  const of = (name: string, columns: readonly string[]) =>
    db.schema
      .createIndex(name)
      .on('attachments')
      .columns([...columns]);
  await of('attachments_by_event', ['project_id', 'event_id']).execute();
  await of('attachments_by_receipt', ['project_id', 'received_at', 'id']).execute();
  await of('attachments_about_event', ['project_id', 'about_event_id'])
    .where(sql<boolean>`about_event_id is not null`)
    .execute();
  // Few rows have a state other than `kept`. This index finds them without reading the kept rows.
  await of('attachments_left', ['state', 'touched_at'])
    .where(sql.ref('state'), '<>', 'kept')
    .execute();
  await of('attachments_unchecked', ['touched_at'])
    .where(sql<boolean>`is_checked = 0 and is_awaiting = 0 and state = 'kept'`)
    .execute();
  await of('attachments_awaiting', ['project_id', 'touched_at', 'bytes'])
    .where(sql<boolean>`is_awaiting = 1 and state = 'kept'`)
    .execute();
}

async function createChunks(db: Kysely<unknown>, columns: PortableColumns): Promise<void> {
  await columns
    .addRowId(db.schema.createTable('attachment_chunks'))
    .addColumn('attachment_id', 'bigint', (column) =>
      column.notNull().references('attachments.id').onDelete('cascade'),
    )
    .addColumn('position', 'integer', (column) => column.notNull())
    .addColumn('body', columns.blob, (column) => column.notNull())
    .addUniqueConstraint('attachment_chunks_in_order', ['attachment_id', 'position'])
    .execute();
  await columns.storeAsIs(db, { table: 'attachment_chunks', column: 'body' });
}
