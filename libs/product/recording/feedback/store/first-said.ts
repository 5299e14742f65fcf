import type { Kysely } from 'kysely';
import type { Schema } from '#persistence/stores';

const MAX_FEEDBACK = 100;

export function selectFirstFeedback(db: Kysely<Schema>, projectId: number, eventId: string) {
  return db
    .selectFrom('feedback')
    .where('project_id', '=', projectId)
    .where('event_id', '=', eventId)
    .orderBy('received_at')
    .orderBy('id')
    .limit(MAX_FEEDBACK);
}
