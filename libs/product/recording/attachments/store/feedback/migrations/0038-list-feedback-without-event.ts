import { sql } from 'kysely';
import type { SchemaMigration } from '#persistence/stores';

/** Feedback whose event was not found, newest first: what is about nothing, and what its event may still follow. */
export const listFeedbackWithoutEvent: SchemaMigration = {
  name: '0038-list-feedback-without-event',
  async up(db) {
    await db.schema
      .createIndex('feedback_without_event')
      .on('feedback')
      .columns(['project_id', 'received_at', 'id'])
      .where(sql<boolean>`is_checked = 0`)
      .execute();
  },
};
