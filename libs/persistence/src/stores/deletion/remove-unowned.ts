import { type Kysely, sql, type Transaction } from 'kysely';
import { reportLimits } from '#shared';
import type { DatabaseDialect } from '../../dialect/dialect.ts';
import type { Schema } from '../../schema/schema.ts';
import { ownsFiles } from '../attachments/owning-feedback.ts';

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
  return Boolean(feedback ?? (await selectFiles(db, nowMs).limit(1).executeTakeFirst()));
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
  await markChecked(transaction, 'feedback', listIds(feedback, true));
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
    await drop(
      transaction,
      files.map(({ id }) => id),
    );
  } else {
    await transaction.deleteFrom('feedback').where('id', 'in', ids).execute();
  }
}

async function checkFiles({ transaction, dialect, nowMs }: Step): Promise<boolean> {
  const due = selectFiles(transaction, nowMs).limit(ROWS_PER_STEP);
  const files = await (dialect.hasConcurrentWriters ? due.forUpdate().skipLocked() : due).execute();
  if (files.length === 0) return false;
  await markChecked(transaction, 'attachments', listIds(files, true));
  await drop(transaction, listIds(files, false));
  return true;
}

/** In the order of the index of what was not looked for, and with its condition in so many words: else all rows are read. */
function selectFeedback(db: Kysely<Schema>, nowMs: number) {
  return db
    .selectFrom('feedback')
    .select('id')
    .select(
      sql`exists (
        select 1 from events
        where events.project_id = feedback.project_id and events.event_id = feedback.event_id
      )`.as('isOwned'),
    )
    .where('is_checked', '=', sql.lit(0))
    .where('event_id', 'is not', null)
    .where('received_at', '<', nowMs - reportLimits.eventAwaitedMs)
    .orderBy('received_at');
}

/** Since when they are in the database: the spool may have held a report back for long, and its event as well. */
function selectFiles(db: Kysely<Schema>, nowMs: number) {
  return db
    .selectFrom('attachments')
    .select('id')
    .select(
      sql`(exists (
        select 1 from events
        where events.project_id = attachments.project_id and events.event_id = attachments.event_id
      ) or exists (
        select 1 from feedback
        where feedback.project_id = attachments.project_id
          and feedback.source = 'feedback' and feedback.feedback_id = attachments.event_id
      ))`.as('isOwned'),
    )
    .where('is_checked', '=', sql.lit(0))
    .where('state', '=', sql.lit('kept'))
    .where('touched_at', '<', nowMs - reportLimits.eventAwaitedMs)
    .orderBy('touched_at');
}

/** SQLite has 0 and 1 for what PostgreSQL has booleans for. */
function listIds(
  rows: readonly { readonly id: number; readonly isOwned: unknown }[],
  owned: boolean,
): number[] {
  return rows.filter(({ isOwned }) => Boolean(isOwned) === owned).map(({ id }) => id);
}

async function markChecked(
  transaction: Transaction<Schema>,
  table: 'attachments' | 'feedback',
  ids: readonly number[],
): Promise<void> {
  if (ids.length === 0) return;
  await transaction.updateTable(table).set({ is_checked: 1 }).where('id', 'in', ids).execute();
}

async function drop(transaction: Transaction<Schema>, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await transaction
    .updateTable('attachments')
    .set({ state: 'dropped' })
    .where('id', 'in', ids)
    .execute();
}
