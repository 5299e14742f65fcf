import { sql } from 'kysely';
import type { SchemaMigration } from '#persistence/stores';

/**
 * Feedback has its event's id without a foreign key, because feedback may come before its event.
 */
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
      .addColumn('is_checked', 'integer', (column) => column.notNull().defaultTo(0))
      // The wait for the event begins when the row is written, not when the feedback was received.
      // The event may be in the same spool that delayed the feedback.
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
