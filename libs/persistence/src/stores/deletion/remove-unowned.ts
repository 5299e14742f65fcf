import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely';
import { reportLimits } from '#shared';
import type { DatabaseDialect } from '../../dialect/dialect.ts';
import type { Schema } from '../../schema/schema.ts';
import { ownsFiles } from '../attachments/owning-feedback.ts';
import { adoptOwned } from '../recording/about-events.ts';

/** Looked at in one step, so that its transaction takes less than 50 ms. */
const ROWS_PER_STEP = 500;

const isSaidOfEvent = sql<boolean>`exists (
  select 1 from events
  where events.project_id = feedback.project_id and events.event_id = feedback.event_id
)`;

const isOfEvent = sql<boolean>`exists (
  select 1 from events
  where events.project_id = attachments.project_id and events.event_id = attachments.event_id
)`;

const isOfFeedback = sql<boolean>`exists (
  select 1 from feedback
  where feedback.project_id = attachments.project_id
    and feedback.source = 'feedback' and feedback.feedback_id = attachments.event_id
)`;

const isOfFeedbackOfEvent = sql<boolean>`exists (
  select 1 from feedback
  where feedback.project_id = attachments.project_id
    and feedback.source = 'feedback' and feedback.feedback_id = attachments.event_id
    and ${isSaidOfEvent}
)`;

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
    const fileIds = files.map(({ id }) => id);
    await drop(transaction, fileIds, sql`${isOfEvent} or ${isOfFeedbackOfEvent}`);
  } else {
    await transaction
      .deleteFrom('feedback')
      .where('id', 'in', ids)
      .where(sql<boolean>`not ${isSaidOfEvent}`)
      .execute();
  }
}

async function checkFiles({ transaction, dialect, nowMs }: Step): Promise<boolean> {
  const due = selectFiles(transaction, nowMs).limit(ROWS_PER_STEP);
  const files = await (dialect.hasConcurrentWriters ? due.forUpdate().skipLocked() : due).execute();
  if (files.length === 0) return false;
  const owned = listIds(files, true);
  await adoptOwned(transaction, owned);
  await markChecked(transaction, 'attachments', owned);
  await drop(transaction, listIds(files, false), sql`${isOfEvent} or ${isOfFeedback}`);
  return true;
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

/** As feedback, since when they are in the database. */
function selectFiles(db: Kysely<Schema>, nowMs: number) {
  return db
    .selectFrom('attachments')
    .select('id')
    .select(sql`(${isOfEvent} or ${isOfFeedback})`.as('isOwned'))
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

/** Asks again whether they are owned: on PostgreSQL the owner may have been committed since they were looked at. */
async function drop(
  transaction: Transaction<Schema>,
  ids: readonly number[],
  isOwned: RawBuilder<unknown>,
): Promise<void> {
  if (ids.length === 0) return;
  await transaction
    .updateTable('attachments')
    .set({ state: 'dropped' })
    .where('id', 'in', ids)
    .where(sql<boolean>`not (${isOwned})`)
    .execute();
}
