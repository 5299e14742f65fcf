import { type Kysely, sql, type Transaction } from 'kysely';
import { reportLimits } from '#shared';
import type { Schema } from '#persistence/stores';
import { dropFiles, isOfEvent, listIds, type OverdueStep } from '#product/recording/attachments';
import { ownsFiles } from './owns-files.ts';

/** Number of rows that one step handles. A low number keeps its transaction under 50 ms. */
export const ROWS_PER_STEP = 500;

/** Selects the feedback that owns a row of `attachments`. */
export const owningFeedback = sql`select 1 from feedback
  where feedback.project_id = attachments.project_id
    and feedback.source = 'feedback' and feedback.feedback_id = attachments.event_id`;

const isFeedbackOfStoredEvent = sql<boolean>`exists (
  select 1 from events
  where events.project_id = feedback.project_id and events.event_id = feedback.event_id
)`;

/** Like `isOwned`, but feedback counts only when its own event is stored. */
const isOwnedByEvent = sql<boolean>`(
  ${isOfEvent} or exists (${owningFeedback} and ${isFeedbackOfStoredEvent})
)`;

export async function removeFeedbackOfProject(
  transaction: Transaction<Schema>,
  projectId: number,
): Promise<boolean> {
  const { numDeletedRows } = await transaction
    .deleteFrom('feedback')
    .where('id', 'in', (rows) =>
      rows
        .selectFrom('feedback')
        .select('id')
        .where('project_id', '=', projectId)
        .limit(ROWS_PER_STEP),
    )
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

export async function hasOverdue(db: Kysely<Schema>, nowMs: number): Promise<boolean> {
  return (await selectOverdue(db, nowMs).limit(1).executeTakeFirst()) !== undefined;
}

/**
 * Checks some feedback whose event is overdue, and keeps it when the event has come. Otherwise
 * deletes the feedback, and drops its files.
 */
export async function removeOverdue({
  transaction,
  dialect,
  nowMs,
}: OverdueStep): Promise<boolean> {
  const due = selectOverdue(transaction, nowMs).limit(ROWS_PER_STEP);
  const feedback = await (
    dialect.hasConcurrentWriters ? due.forUpdate().skipLocked() : due
  ).execute();
  if (feedback.length === 0) return false;
  await markChecked(transaction, listIds(feedback, true));
  await removeFeedback(transaction, listIds(feedback, false));
  return true;
}

/**
 * Drops the files of this feedback before the feedback itself, because only the feedback leads to
 * its files. A later step deletes the feedback.
 */
async function removeFeedback(
  transaction: Transaction<Schema>,
  ids: readonly number[],
): Promise<void> {
  if (ids.length === 0) return;
  const files = await transaction
    .selectFrom('feedback')
    .innerJoin('attachments', (join) =>
      join
        .onRef('attachments.project_id', '=', 'feedback.project_id')
        .onRef('attachments.event_id', '=', 'feedback.feedback_id'),
    )
    .select('attachments.id')
    .where('feedback.id', 'in', ids)
    .where('attachments.state', '=', 'kept')
    .where(ownsFiles('feedback', sql.ref('feedback.project_id')))
    .limit(ROWS_PER_STEP)
    .execute();
  if (files.length > 0) {
    const fileIds = files.map(({ id }) => id);
    await dropFiles(transaction, fileIds, isOwnedByEvent);
  } else {
    await transaction
      .deleteFrom('feedback')
      .where('id', 'in', ids)
      .where(sql<boolean>`not ${isFeedbackOfStoredEvent}`)
      .execute();
  }
}

/**
 * Selects feedback whose event is overdue. The literals and the order must match the partial index,
 * or the database reads all rows.
 *
 * Feedback waits for its event from `written_at` instead of the time of receipt, because the spool
 * may have held back both the report and its event.
 */
function selectOverdue(db: Kysely<Schema>, nowMs: number) {
  return db
    .selectFrom('feedback')
    .select('id')
    .select(isFeedbackOfStoredEvent.as('isOwned'))
    .where('is_checked', '=', sql.lit(0))
    .where('event_id', 'is not', null)
    .where('written_at', '<', nowMs - reportLimits.eventAwaitedMs)
    .orderBy('written_at');
}

async function markChecked(
  transaction: Transaction<Schema>,
  feedbackIds: readonly number[],
): Promise<void> {
  if (feedbackIds.length === 0) return;
  const checked = transaction.updateTable('feedback').set({ is_checked: 1 });
  await checked.where('id', 'in', feedbackIds).execute();
}
