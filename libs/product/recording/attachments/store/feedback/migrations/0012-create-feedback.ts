import { sql } from 'kysely';
import type { SchemaMigration } from '#persistence/stores';

/** What users said. It belongs to an event by its id alone: it may come before it. */
export const createFeedback: SchemaMigration = {
  name: '0012-create-feedback',
  async up(db, columns) {
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
      // Whether its event was looked for, once it had to be there.
      .addColumn('is_checked', 'integer', (column) => column.notNull().defaultTo(0))
      // From then on its event is awaited, which may be in the same spool that held it back.
      .addColumn('written_at', 'bigint', (column) => column.notNull().defaultTo(0))
      .addUniqueConstraint('feedback_by_id', ['project_id', 'source', 'feedback_id'])
      .execute();
    const of = (name: string, names: readonly string[]) =>
      db.schema
        .createIndex(name)
        .on('feedback')
        .columns([...names]);
    await of('feedback_by_event', ['project_id', 'event_id']).execute();
    await of('feedback_by_receipt', ['project_id', 'received_at', 'id']).execute();
    await of('feedback_unchecked', ['written_at'])
      .where(sql<boolean>`is_checked = 0 and event_id is not null`)
      .execute();
  },
};
