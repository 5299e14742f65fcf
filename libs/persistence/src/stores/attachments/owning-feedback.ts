import type { Kysely } from 'kysely';
import type { Schema } from '../../schema/schema.ts';

/**
 * What users said may bring files, under its id. Its sender chooses that id, and may choose the one of an event: then
 * the files are the event's alone.
 */
export function selectOwningFeedback(db: Kysely<Schema>, projectId: number) {
  return db
    .selectFrom('feedback')
    .where('project_id', '=', projectId)
    .where('source', '=', 'feedback')
    .where(({ exists, not, selectFrom }) =>
      not(
        exists(
          selectFrom('events')
            .select('events.id')
            .where('events.project_id', '=', projectId)
            .whereRef('events.event_id', '=', 'feedback.feedback_id'),
        ),
      ),
    );
}
