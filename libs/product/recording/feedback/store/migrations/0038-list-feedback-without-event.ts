import { sql } from 'kysely';
import type { SchemaMigration } from '#persistence/stores';

/**
 * Indexes feedback whose event has not been found: feedback about no event, and feedback whose
 * event may still come.
 */
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
