import type { Kysely } from 'kysely';
import type { PortableColumns } from '../../../dialect/dialect.ts';
import type { SchemaMigration } from '../../../migrations/migration.ts';

/**
 * What comes with events, or about them: files, what users said, and what SDKs say they have dropped. They belong to
 * an event by its id alone: they may come before it.
 */
export const attachments: SchemaMigration = {
  name: '0010-attachments',
  async up(db, columns) {
    await createAttachments(db, columns);
    await createChunks(db, columns);
    await createFeedback(db, columns);
    await createDiscards(db, columns, 'discard_hours');
    await createDiscards(db, columns, 'discard_minutes');
  },
};

async function createAttachments(db: Kysely<unknown>, columns: PortableColumns): Promise<void> {
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
    .addUniqueConstraint('attachments_by_report', ['origin', 'report_id', 'item'])
    .execute();
  await db.schema
    .createIndex('attachments_by_event')
    .on('attachments')
    .columns(['project_id', 'event_id'])
    .execute();
  // Hardly any: of the rest nobody looks for what is left.
  await db.schema
    .createIndex('attachments_left')
    .on('attachments')
    .columns(['state', 'touched_at'])
    .where('state' as never, '<>', 'kept')
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

async function createFeedback(db: Kysely<unknown>, columns: PortableColumns): Promise<void> {
  await columns
    .addRowId(db.schema.createTable('feedback'))
    .addColumn('project_id', 'bigint', (column) =>
      column.notNull().references('projects.id').onDelete('cascade'),
    )
    .addColumn('source', 'text', (column) => column.notNull())
    .addColumn('feedback_id', 'text', (column) => column.notNull())
    .addColumn('event_id', 'text')
    .addColumn('name', 'text')
    .addColumn('email', 'text')
    .addColumn('url', 'text')
    .addColumn('message', 'text', (column) => column.notNull())
    .addColumn('received_at', 'bigint', (column) => column.notNull())
    .addUniqueConstraint('feedback_by_id', ['project_id', 'source', 'feedback_id'])
    .execute();
  await db.schema
    .createIndex('feedback_by_event')
    .on('feedback')
    .columns(['project_id', 'event_id'])
    .execute();
}

/** As outcomes are counted, and beside them: what an SDK has dropped never came here. */
async function createDiscards(
  db: Kysely<unknown>,
  columns: PortableColumns,
  name: string,
): Promise<void> {
  const table = db.schema
    .createTable(name)
    .addColumn('project_id', 'bigint', (column) => column.notNull())
    .addColumn('starts_at', 'bigint', (column) => column.notNull())
    .addColumn('public_key', 'text', (column) => column.notNull())
    .addColumn('reason', 'text', (column) => column.notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('quantity', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint(`${name}_primary`, [
      'project_id',
      'starts_at',
      'public_key',
      'reason',
      'kind',
    ]);
  await columns.storeInPrimaryKey(table).execute();
  await db.schema.createIndex(`${name}_by_start`).on(name).column('starts_at').execute();
}
