import type { Kysely, Transaction } from 'kysely';
import type { Schema } from '../../schema/schema.ts';
import { ownsFiles } from '../attachments/owning-feedback.ts';
import type { Feedback, ProcessedReport } from '../report.store.ts';
import { findRoom } from './attachment-room.ts';
import { inChunks } from './chunks.ts';
import { toKeyName } from './key-tally.ts';

/** Of feedback that is there already, and that attachments of these reports came with: the event that it is about. */
export async function findAbouts(
  db: Kysely<Schema>,
  reports: readonly Pick<ProcessedReport, 'attachments'>[],
): Promise<ReadonlyMap<string, string>> {
  const attachments = reports.flatMap((report) => report.attachments);
  const abouts = new Map<string, string>();
  for (const projectId of new Set(attachments.map((each) => each.projectId))) {
    const ids = attachments.flatMap((each) =>
      each.projectId === projectId ? (each.eventId ?? []) : [],
    );
    const rows = await inChunks([...new Set(ids)], (chunk) =>
      db
        .selectFrom('feedback')
        .select(['feedback_id', 'event_id'])
        .where('project_id', '=', projectId)
        .where('feedback_id', 'in', chunk)
        .where(ownsFiles('feedback', projectId))
        .execute(),
    );
    for (const { feedback_id: id, event_id: eventId } of rows) {
      if (eventId !== null) abouts.set(toKeyName(projectId, id), eventId);
    }
  }
  return abouts;
}

/**
 * Counts files that came before the feedback that they belong to as what came with it, and drops those for which
 * there is no room: else whoever sends them first would not be bound.
 */
export async function adoptFiles(
  transaction: Transaction<Schema>,
  feedback: readonly Feedback[],
): Promise<void> {
  for (const projectId of new Set(feedback.map((each) => each.projectId))) {
    const ids = feedback.flatMap(({ id, eventId, projectId: of }) =>
      of === projectId && eventId !== undefined ? id : [],
    );
    const files = await inChunks(ids, (chunk) => selectEarlier(transaction, projectId, chunk));
    if (files.length === 0) continue;
    const room = await findRoom(transaction, files);
    for (const file of files) {
      const fate = room.take(file)
        ? { about_event_id: file.aboutEventId }
        : { state: 'dropped' as const };
      await transaction
        .updateTable('attachments')
        .set(fate)
        .where('id', '=', file.id)
        .where('state', '=', 'kept')
        .execute();
    }
  }
}

async function selectEarlier(
  transaction: Transaction<Schema>,
  projectId: number,
  feedbackIds: readonly string[],
) {
  const rows = await transaction
    .selectFrom('attachments')
    .innerJoin('feedback', (join) =>
      join
        .onRef('feedback.project_id', '=', 'attachments.project_id')
        .onRef('feedback.feedback_id', '=', 'attachments.event_id'),
    )
    .select(['attachments.id', 'attachments.bytes', 'feedback.event_id as about'])
    .where('attachments.project_id', '=', projectId)
    .where('attachments.event_id', 'in', feedbackIds)
    .where('attachments.state', '=', 'kept')
    .where('attachments.about_event_id', 'is', null)
    .where(ownsFiles('feedback', projectId))
    .orderBy('attachments.id')
    .execute();
  return rows.flatMap(({ id, bytes, about: aboutEventId }) =>
    aboutEventId === null ? [] : { id, bytes, aboutEventId, projectId },
  );
}
