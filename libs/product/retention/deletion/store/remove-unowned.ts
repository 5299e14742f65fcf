import { type Kysely, sql, type Transaction } from 'kysely';
import { reportLimits } from '#shared';
import type { DatabaseDialect, Schema } from '#persistence/stores';
import { ownsFiles } from '#product/recording/attachments';
import {
  dropFiles,
  isOwned,
  isOwnedByEvent,
  isFeedbackOfStoredEvent,
  listIds,
} from './file-owners.ts';
import { keepOwned, selectAwaiting, selectNew } from './awaiting-files.ts';

/** Number of rows that one step handles. A low number keeps its transaction under 50 ms. */
const ROWS_PER_STEP = 500;

interface Step {
  readonly transaction: Transaction<Schema>;
  readonly dialect: DatabaseDialect;
  readonly nowMs: number;
}

export async function hasUnchecked(db: Kysely<Schema>, nowMs: number): Promise<boolean> {
  const feedback = await selectFeedback(db, nowMs).limit(1).executeTakeFirst();
  if (feedback) return true;
  for (const due of listDueFiles(db, nowMs)) {
    if (await due.limit(1).executeTakeFirst()) return true;
  }
  return false;
}

/**
 * Checks some files and feedback whose event is overdue, and keeps them when the event has come.
 * Otherwise deletes the feedback, and marks the files as dropped. `DeletionStore.sweep` deletes the
 * bytes of dropped files. Returns false when other processes have locked all of them.
 */
export async function removeSomeUnowned(step: Step): Promise<boolean> {
  return (await checkFeedback(step)) || (await checkFiles(step));
}

async function checkFeedback({ transaction, dialect, nowMs }: Step): Promise<boolean> {
  const due = selectFeedback(transaction, nowMs).limit(ROWS_PER_STEP);
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

async function checkFiles({ transaction, dialect, nowMs }: Step): Promise<boolean> {
  for (const selected of listDueFiles(transaction, nowMs)) {
    const due = selected.limit(ROWS_PER_STEP);
    const files = await (
      dialect.hasConcurrentWriters ? due.forUpdate('attachments').skipLocked() : due
    ).execute();
    if (files.length === 0) continue;
    await keepOwned(transaction, listIds(files, true));
    await dropFiles(transaction, listIds(files, false), isOwned);
    return true;
  }
  return false;
}

function listDueFiles(db: Kysely<Schema>, nowMs: number) {
  const untilMs = nowMs - reportLimits.eventAwaitedMs;
  return [selectNew, selectAwaiting].map((select) => select(db).where('touched_at', '<', untilMs));
}

/**
 * Selects feedback whose event is overdue. The literals and the order must match the partial index,
 * or the database reads all rows.
 *
 * Feedback waits for its event from `written_at` instead of the time of receipt, because the spool
 * may have held back both the report and its event.
 */
function selectFeedback(db: Kysely<Schema>, nowMs: number) {
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
