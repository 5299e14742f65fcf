import type { Kysely } from 'kysely';
import type { Schema } from '#persistence/stores';

/** Pages show at most this much feedback about one event. */
const MOST = 100;

/** Selects from the first feedback about an event, in the order in which it came. */
export function selectFirstFeedback(db: Kysely<Schema>, projectId: number, eventId: string) {
  return db
    .selectFrom('feedback')
    .where('project_id', '=', projectId)
    .where('event_id', '=', eventId)
    .orderBy('received_at')
    .orderBy('id')
    .limit(MOST);
}
