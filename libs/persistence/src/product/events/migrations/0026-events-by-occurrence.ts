import { sql } from 'kysely';
import type { SchemaMigration } from '../../../migrations/migration.ts';

/** The events of a key are in the order in which they occurred; they were in that of their receipt. */
export const eventsByOccurrence: SchemaMigration = {
  name: '0026-events-by-occurrence',
  async up(db) {
    for (const index of ['events_by_key', 'events_whole_by_key']) {
      await db.schema.dropIndex(index).execute();
    }
    await db.schema
      .createIndex('events_by_key')
      .on('events')
      .columns(['grouping_key_id', 'occurred_at', 'id'])
      .execute();
    await sql`
      create index events_whole_by_key on events (grouping_key_id, occurred_at, id)
      where not_kept is null`.execute(db);
  },
};
