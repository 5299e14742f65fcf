import { type RawBuilder, sql } from 'kysely';

/**
 * Whether files under the id of what a user said are its own. Its sender chooses that id, and may choose the one of an
 * event: then they are the event's alone.
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
