import { type RawBuilder, sql } from 'kysely';

/**
 * Returns a condition that is true when files with the feedback's id belong to the feedback. The
 * sender chooses the id and may choose an event's id. The files then belong to the event alone.
 */
export function ownsFiles(
  feedback: 'feedback' | 'said',
  projectId: number | RawBuilder<unknown>,
): RawBuilder<boolean> {
  const { source, id } = { source: `${feedback}.source`, id: `${feedback}.feedback_id` };
  return sql<boolean>`(${sql.ref(source)} = 'feedback' and not exists (
    select 1 from events
    where events.project_id = ${projectId} and events.event_id = ${sql.ref(id)}
  ))`;
}
