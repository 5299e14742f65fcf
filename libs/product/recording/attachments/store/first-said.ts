import type { Kysely } from 'kysely';
import type { Schema } from '#persistence/stores';

/** Nobody reads more of one event at once. */
const MOST = 100;

/** Selects from the first of what was said about an event, in the order in which it came. */
export function selectFirstSaid(db: Kysely<Schema>, projectId: number, eventId: string) {
  return db
    .selectFrom('feedback')
    .where('project_id', '=', projectId)
    .where('event_id', '=', eventId)
    .orderBy('received_at')
    .orderBy('id')
    .limit(MOST);
}
