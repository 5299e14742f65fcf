import { type Kysely, sql, type Transaction } from 'kysely';
import { reportLimits } from '#shared';
import type { Schema } from '#persistence/stores';
import {
  dropFiles,
  type FileOwner,
  isOfEvent,
  listIds,
  selectKept,
} from '#product/recording/attachments';

/** Number of rows that one step handles. A low number keeps its transaction under 50 ms. */
const ROWS_PER_STEP = 500;

const isOfStoredEvent = sql<boolean>`exists (
  select 1 from events
  where events.project_id = feedback.project_id and events.event_id = feedback.event_id
)`;

export async function removeFeedbackOfProject(
  transaction: Transaction<Schema>,
  projectId: number,
): Promise<boolean> {
  const some = transaction.selectFrom('feedback').select('id').where('project_id', '=', projectId);
  const { numDeletedRows } = await transaction
    .deleteFrom('feedback')
    .where('id', 'in', some.limit(ROWS_PER_STEP))
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

export const feedbackFiles: FileOwner = {
  table: 'feedback',
  ownsFile: sql<boolean>`exists (
    select 1 from feedback where feedback.project_id = attachments.project_id
      and feedback.source = 'feedback' and feedback.feedback_id = attachments.event_id
  )`,
  listFiles,
  async hasOverdue(db, nowMs) {
    return (await selectOverdue(db, nowMs).limit(1).executeTakeFirst()) !== undefined;
  },
  async removeOverdue({ transaction, dialect, nowMs }) {
    const due = selectOverdue(transaction, nowMs).limit(ROWS_PER_STEP);
    const feedback = await (
      dialect.hasConcurrentWriters ? due.forUpdate().skipLocked() : due
    ).execute();
    const [kept, gone] = [listIds(feedback, true), listIds(feedback, false)];
    if (kept.length > 0) {
      const checked = transaction.updateTable('feedback').set({ is_checked: 1 });
      await checked.where('id', 'in', kept).execute();
    }
    if (gone.length > 0) await removeFeedback(transaction, gone);
    return feedback.length > 0;
  },
};

/**
 * Drops the files of this feedback before the feedback itself, because only the feedback leads to
 * its files. A later step deletes the feedback. An event may have come meanwhile.
 */
async function removeFeedback(
  transaction: Transaction<Schema>,
  ids: readonly number[],
): Promise<void> {
  const files = await listFiles(transaction, ids);
  if (files.length > 0) {
    const fileIds = files.map(({ id }) => id);
    return dropFiles(transaction, fileIds, isOfEvent);
  }
  await transaction
    .deleteFrom('feedback')
    .where('id', 'in', ids)
    .where(sql<boolean>`not ${isOfStoredEvent}`)
    .execute();
}

function listFiles(db: Kysely<Schema>, ids: readonly number[]) {
  return selectFiles(db, ids)
    .where(sql<boolean>`not ${isOfEvent}`)
    .limit(ROWS_PER_STEP)
    .execute();
}

/** Selects the files of this feedback, which name it by its id. `ids` must not be empty. */
export function selectFiles(db: Kysely<Schema>, ids: readonly number[]) {
  return selectKept(db)
    .innerJoin('feedback', (join) =>
      join
        .onRef('feedback.project_id', '=', 'attachments.project_id')
        .onRef('feedback.feedback_id', '=', 'attachments.event_id'),
    )
    .select('feedback.id as feedbackId')
    .where('feedback.source', '=', 'feedback')
    .where('feedback.id', 'in', ids);
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
    .select(['id', isOfStoredEvent.as('isOwned')])
    .where('is_checked', '=', sql.lit(0))
    .where('event_id', 'is not', null)
    .where('written_at', '<', nowMs - reportLimits.eventAwaitedMs)
    .orderBy('written_at');
}
