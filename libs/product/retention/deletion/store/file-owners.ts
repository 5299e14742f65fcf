import { type RawBuilder, sql, type Transaction } from 'kysely';
import type { Schema } from '#persistence/stores';
import { uncount } from '#product/recording/attachments';

const isOfEvent = sql<boolean>`exists (
  select 1 from events
  where events.project_id = attachments.project_id and events.event_id = attachments.event_id
)`;

const isOfFeedback = sql<boolean>`exists (
  select 1 from feedback
  where feedback.project_id = attachments.project_id
    and feedback.source = 'feedback' and feedback.feedback_id = attachments.event_id
)`;

export const isFeedbackOfStoredEvent = sql<boolean>`exists (
  select 1 from events
  where events.project_id = feedback.project_id and events.event_id = feedback.event_id
)`;

export const isOwned = sql<boolean>`(${isOfEvent} or ${isOfFeedback})`;

/** Like `isOwned`, but feedback counts only when its own event is stored. */
export const isOwnedByEvent = sql<boolean>`(${isOfEvent} or exists (
  select 1 from feedback
  where feedback.project_id = attachments.project_id
    and feedback.source = 'feedback' and feedback.feedback_id = attachments.event_id
    and ${isFeedbackOfStoredEvent}
))`;

/**
 * Lists the ids of rows whose `isOwned` equals `owned`. SQLite returns 0 and 1 instead of booleans.
 */
export function listIds(
  rows: readonly { readonly id: number; readonly isOwned: unknown }[],
  owned: boolean,
): number[] {
  return rows.filter((row) => Boolean(row.isOwned) === owned).map(({ id }) => id);
}

/**
 * Drops files except those for which `unless` holds. `DeletionStore.sweep` deletes the bytes of
 * dropped files. `unless` is checked again here, because on PostgreSQL another process may have
 * stored a file's event meanwhile.
 */
export async function dropFiles(
  transaction: Transaction<Schema>,
  ids: readonly number[],
  unless: RawBuilder<boolean>,
): Promise<void> {
  if (ids.length === 0) return;
  const dropped = await transaction
    .updateTable('attachments')
    .set({ state: 'dropped' })
    .where('id', 'in', ids)
    .where('state', '=', 'kept')
    .where(sql<boolean>`not ${unless}`)
    .returning(['project_id', 'received_at', 'bytes'])
    .execute();
  await uncount(transaction, dropped);
}
