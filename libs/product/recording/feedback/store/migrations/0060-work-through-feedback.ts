import { sql } from 'kysely';
import type { SchemaMigration } from '#persistence/stores';

const OLD_MS = 30 * 86_400_000;

/**
 * Lets people mark feedback as done, and assign it. Feedback older than 30 days counts as done by
 * nobody, since nobody wants to work through years of it after an update.
 */
export const workThroughFeedback: SchemaMigration = {
  name: '0060-work-through-feedback',
  async up(db, columns) {
    const table = db.schema.alterTable('feedback');
    const nowMs = Date.now();
    // A constant default writes no row, while an update of all old rows would lock out every reader.
    await table.addColumn('done_at', 'bigint', (column) => column.defaultTo(nowMs)).execute();
    for (const name of ['was_done_at', 'done_by', 'assignee_id']) {
      await table.addColumn(name, 'bigint').execute();
    }
    // SQLite keeps the default, so inserts name the column there.
    if (columns.blob === 'bytea') {
      await table.alterColumn('done_at', (column) => column.dropDefault()).execute();
    }
    for (const statement of [
      sql`update feedback set done_at = null where received_at >= ${nowMs - OLD_MS}`,
      sql`create index feedback_open on feedback (project_id, received_at, id)
        where done_at is null`,
      sql`create index feedback_done on feedback (project_id, received_at, id)
        where done_at is not null`,
    ]) {
      await statement.execute(db);
    }
  },
};
