import { sql } from 'kysely';
import type { SchemaMigration } from '../../../migrations/migration.ts';

/**
 * When feedback was written into the database: from then on its event is awaited, which may be in the same spool that held
 * it back. For rows of before that is now, so that none of them goes before its event can come.
 */
export const feedbackWritten: SchemaMigration = {
  name: '0014-feedback-written',
  async up(db) {
    await db.schema
      .alterTable('feedback')
      .addColumn('written_at', 'bigint', (column) => column.notNull().defaultTo(0))
      .execute();
    await sql`update feedback set written_at = ${Date.now()}`.execute(db);
    await db.schema.dropIndex('feedback_unchecked').execute();
    await db.schema
      .createIndex('feedback_unchecked')
      .on('feedback')
      .column('written_at')
      .where(sql<boolean>`is_checked = 0 and event_id is not null`)
      .execute();
  },
};
