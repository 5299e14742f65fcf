import { type Kysely, sql, type Transaction } from 'kysely';
import { reportLimits } from '#shared';
import type { DatabaseDialect, Schema } from '#persistence/stores';
import { ownsFiles } from '#product/recording/attachments';
import { dropFiles, isOwned, isOwnedByEvent, isSaidOfEvent, listIds } from './file-owners.ts';
import { keepOwned, selectAwaiting, selectNew } from './awaiting-files.ts';

/** Looked at in one step, so that its transaction takes less than 50 ms. */
const ROWS_PER_STEP = 500;

interface Step {
  readonly transaction: Transaction<Schema>;
  readonly dialect: DatabaseDialect;
  /** By this machine's clock. */
  readonly nowMs: number;
}

/** Whether there are files, or is feedback, whose event must have come by now, and was not looked for yet. */
export async function hasUnchecked(db: Kysely<Schema>, nowMs: number): Promise<boolean> {
  const feedback = await selectFeedback(db, nowMs).limit(1).executeTakeFirst();
  if (feedback) return true;
  for (const due of listDueFiles(db, nowMs)) {
    if (await due.limit(1).executeTakeFirst()) return true;
  }
  return false;
}

/**
 * Looks for the events of some of them: what has its event is not looked at again, and the rest is removed; of files
 * their rows are left to be removed with their bytes. Resolves with false when another process has them all in hand.
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

/** Its files first: it itself goes in the step in which none of them is left. */
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
      .where(sql<boolean>`not ${isSaidOfEvent}`)
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

/** Those that nobody has looked at since they came, and those that were seen to wait. */
function listDueFiles(db: Kysely<Schema>, nowMs: number) {
  const untilMs = nowMs - reportLimits.eventAwaitedMs;
  return [selectNew, selectAwaiting].map((select) => select(db).where('touched_at', '<', untilMs));
}

/**
 * In the order of the index of what was not looked for, and with its condition in so many words: else all rows are read.
 * Since when it is in the database: the spool may have held a report back for long, and its event as well.
 */
function selectFeedback(db: Kysely<Schema>, nowMs: number) {
  return db
    .selectFrom('feedback')
    .select('id')
    .select(isSaidOfEvent.as('isOwned'))
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
